/** Values of facts about captured documents. */
import { listOf, object, share, term, text, texts, type ValueOf, whole } from './shape.ts';

/** How the text of a document compares with that of an earlier capture of the same source. */
const captureComparison = object({
  /** `textHash` of the earlier capture. */
  against: text,
  /** Share of the earlier text's 5-word shingles that the new text retains, 0 to 1. */
  kept5: share,
  /** Share of the new text's 5-word shingles that the earlier text lacks, 0 to 1. */
  new5: share,
  /** Added and removed links, resolved against the address of the page; sorted, at most 20 of each. */
  linksAdded: texts,
  linksRemoved: texts,
  /** Added and removed passages, in document order, clipped; at most 5 of each. */
  passagesAdded: texts,
  passagesRemoved: texts,
});
export type CaptureComparison = ValueOf<typeof captureComparison>;

/**
 * `source` / `capture`, subject key and source = the declared source id: one capture of a document, written before the
 * readings of fields from it. Null with every fetch outcome but `ok` and `not_modified`; with `not_modified` the value of
 * the earlier capture.
 */
export const sourceCapture = object({
  /** Requested address, and the final one after redirects. */
  url: text,
  finalUrl: text,
  documentClass: term('documentClass'),
  /** sha256 hex of the strict text; of the text with numbers and dates masked; of the resolved links as a set. */
  textHash: text,
  maskedHash: text,
  linksHash: text,
  /** Words in the text. */
  words: whole,
  /** With the last captures of the source whose text or links differ, newest first, at most 4. */
  comparisons: listOf(captureComparison),
});
export type SourceCaptureValue = ValueOf<typeof sourceCapture>;
