/** Values of facts about matches with sanctions lists. */
import { flag, nullable, object, oneOf, optional, term, text, textOrNull, texts, time, type ValueOf } from './shape.ts';

/**
 * `list_entry` / `match`, source `list:<list>`. Subject key = `<list>:<entry id>:<subject key>`. All identifiers and names of
 * a party that match an entry are one match: `<list>:<entry id>:party:<party id>`.
 */
export const listMatch = object({
  /** `matched`: the list has an entry that matches. `cleared`: that entry no longer matches. */
  status: oneOf('matched', 'cleared'),
  /** With `cleared`: the list entry is unchanged, the names of the party changed. */
  clearedBy: optional(oneOf('asset')),
  level: term('matchLevel'),
  /** The list, as named in a sentence: "OFAC's list of sanctioned digital currency addresses". */
  list: text,
  entryId: text,
  /** Name or address of the entry as published. */
  entryName: text,
  programs: texts,
  /** What matched on the list's side, as `<ticker or kind> <text>`, for example `ETH 0x098B…`, `NAME Example`; sorted. */
  listedAs: texts,
  /** What matched on the asset's side. */
  subject: object({
    key: text,
    kind: text,
    display: text,
    roles: texts,
    partyName: textOrNull,
    /** Party the subject belongs to; absent when none. */
    partyId: optional(text),
  }),
  sinceObservationId: text,
  /** Matches by name: which of our names is equal, and the second particular that is (level L2). */
  byName: optional(
    object({ ours: text, particular: nullable(object({ kind: oneOf('country', 'date'), value: text })) }),
  ),
  /** Listed and ours differ in encoding although the key bytes are the same. */
  otherEncoding: flag,
  /** With it: `<encoding>` or `<encoding>:<script type>` of the listed addresses, sorted, and of the asset's wallet. */
  encodings: optional(object({ listed: texts, ours: text })),
  /** As-of of the list file, and of the first one that had the entry; milliseconds. */
  asOf: time,
  listedSince: time,
  /** The entry was already in the first file of the list that was read. */
  inFirstSnapshot: flag,
  /** Date of the listing that the source prints, YYYY-MM-DD; absent when it prints none. */
  listedOn: optional(text),
  /** Countries and dates that the entry states; absent in values of earlier versions. */
  countries: optional(texts),
  dates: optional(texts),
});
export type ListMatchValue = ValueOf<typeof listMatch>;

/**
 * `review` / `match` or `review` / `<field>`, subject key = that of the reviewed change, source `review`: an operator's
 * review of a candidate or a draft. For a match it holds for this entry and this party, also when the entry is amended.
 * Quote, link and hashes of the observation are those of the reviewed change.
 */
export const review = object({
  verdict: oneOf('confirmed', 'dismissed'),
  /** The change that was reviewed. */
  changeId: text,
  /** Source of the reviewed change: `list:<list>`, or the source of the field. */
  reviewed: text,
  by: text,
  why: text,
});
export type ReviewValue = ValueOf<typeof review>;
