/** What the rules leave out of a document, asked of its recorded reading. The composition root gives the port. */

/** The newest reading of a document, and how it is read. */
export interface RecordedReading {
  /** sha256 hex of the reading. */
  readonly reading: string;
  /** sha256 hex of the profile. */
  readonly profile: string;
  /** Term of `sourceKind`. */
  readonly kind: string;
  readonly url: string;
  readonly isWhole: boolean;
}

/** A passage that is about a field, and states no value. */
interface LeftOutPassage {
  readonly field: string;
  /** A part of a sentence; it may quote the document. */
  readonly why: string;
  readonly quote: string;
  /** Such as `pdf:2:60,300,540,320` or the path of an element. */
  readonly place: string;
}

export interface LeftOut {
  readonly passages: readonly LeftOutPassage[];
  /** Why the rules did not read all of the document, and state nothing of it; null when they did. */
  readonly incomplete: string | null;
}

/** Null where the reading is not at hand, or is not read in time. */
export type ReadLeftOut = (wanted: RecordedReading) => Promise<LeftOut | null>;
