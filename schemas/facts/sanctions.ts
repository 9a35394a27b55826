/** Values of facts about matches with sanctions lists. */
import {
  flag,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  term,
  text,
  textOrNull,
  texts,
  time,
  type ValueOf,
} from './shape.ts';

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
  /** Matches by name: which of our names is equal or similar, and the second particular that is equal (level L2). */
  byName: optional(
    object({
      ours: text,
      particular: nullable(object({ kind: oneOf('country', 'date'), value: text })),
      /** The matching name stands inside a listed one, before or after a mark such as "formerly"; absent for a whole name. */
      part: optional(object({ name: text, mark: text, place: oneOf('before', 'after') })),
      /** Level L4: the words as written, in the order of our name; absent for equal names. */
      similar: optional(
        object({
          /** The published set of rules and tables, `match-v1`. */
          rules: text,
          agreement: listOf(object({ ours: text, listed: text, by: text })),
          onlyOurs: texts,
          onlyListed: texts,
          /** Every pair of similar names, `[ours, listed]`. */
          pairs: listOf(texts),
          /** The country of our party; null when none is declared. */
          country: textOrNull,
        }),
      ),
    }),
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
  /** Countries and dates that the entry states; absent for none. */
  countries: optional(texts),
  dates: optional(texts),
});
export type ListMatchValue = ValueOf<typeof listMatch>;

/**
 * `review` / `match` or `review` / `<field>`, subject key = that of the reviewed change, source `review`: an operator's
 * review of a candidate or a draft. For a match it holds for this entry and this party, also when the entry is amended.
 * `reopened` takes back the review of a match that is in force: the two are a candidate again, and `changeId` is the change
 * that was reviewed.
 * Quote, link and hashes of the observation are those of the reviewed change.
 */
export const review = object({
  verdict: oneOf('confirmed', 'dismissed', 'reopened'),
  /** The change that was reviewed. */
  changeId: text,
  /** Source of the reviewed change: `list:<list>`, or the source of the field. */
  reviewed: text,
  by: text,
  why: text,
  /** Similar names that the reviewed match stated, `[ours, listed]`: the review is about these only. */
  pairs: optional(listOf(texts)),
});
export type ReviewValue = ValueOf<typeof review>;
