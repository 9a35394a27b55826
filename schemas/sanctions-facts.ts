/** Shapes of `Observation.value` for matches with sanctions lists; all others are in `facts.ts`. */
import type { Term } from './vocabulary.ts';

/**
 * `list_entry` / `match`, source `list:<list>`. Subject key = `<list>:<entry id>:<subject key>`. All identifiers and names of
 * a party that match an entry are one match: `<list>:<entry id>:party:<party id>`.
 */
export interface ListMatchValue {
  /** `matched`: the list has an entry that matches. `cleared`: that entry no longer matches. */
  readonly status: 'matched' | 'cleared';
  /** With `cleared`: the list is unchanged; the declaration of the party changed. */
  readonly clearedBy?: 'asset';
  readonly level: Term<'matchLevel'>;
  /** The list, as named in a sentence: "OFAC's list of sanctioned digital currency addresses". */
  readonly list: string;
  readonly entryId: string;
  /** Name or address of the entry as published. */
  readonly entryName: string;
  readonly programs: readonly string[];
  /** What matched on the list's side, as `<ticker or kind> <text>`, for example `ETH 0x098B…`, `NAME Example`; sorted. */
  readonly listedAs: readonly string[];
  /** What matched on the asset's side. */
  readonly subject: {
    readonly key: string;
    readonly kind: string;
    readonly display: string;
    readonly roles: readonly string[];
    readonly partyName: string | null;
    /** Party the subject belongs to; absent when none. */
    readonly partyId?: string;
  };
  readonly sinceObservationId: string;
  /** Matches by name: which of our names is equal, and the second particular that is (level L2). */
  readonly byName?: {
    readonly ours: string;
    readonly particular: { readonly kind: 'country' | 'date'; readonly value: string } | null;
  };
  /** Listed and ours differ in encoding although the key bytes are the same. */
  readonly otherEncoding: boolean;
  /** With it: `<encoding>` or `<encoding>:<script type>` of what is listed, sorted, and of the asset's wallet. */
  readonly encodings?: { readonly listed: readonly string[]; readonly ours: string };
  /** As-of of the list file, and of the first one that had the entry; milliseconds. */
  readonly asOf: number;
  readonly listedSince: number;
  /** The entry was already in the first file of the list that was read. */
  readonly inFirstSnapshot: boolean;
  /** Date of the listing that the source prints, YYYY-MM-DD; absent when it prints none. */
  readonly listedOn?: string;
  /** Countries and dates that the entry states; absent in values of earlier versions. */
  readonly countries?: readonly string[];
  readonly dates?: readonly string[];
}

/**
 * `review` / `match`, subject key = that of the match, source `review`: an operator's word on a candidate. It stands for
 * this entry and this party when the entry is amended. Quote, link and hashes of the observation are those of the match.
 */
export interface ReviewValue {
  readonly verdict: 'confirmed' | 'dismissed';
  /** The change that was reviewed. */
  readonly changeId: string;
  /** Source of the match: `list:<list>`. */
  readonly reviewed: string;
  readonly by: string;
  readonly why: string;
}
