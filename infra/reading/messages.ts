import type { Reading, ReadingEnd } from '../../schemas/values/reading.ts';

/** What the reader process is asked: the first argument, as JSON. The bytes of the document follow on its standard input. */
export interface ReaderRequest {
  /** Class to read the document as; null: by its bytes. */
  readonly class: string | null;
  /** Character set that the server named. */
  readonly charset: string | null;
  /** Processor time from which on parts are written, seconds; left out: that of the limits. */
  readonly partsAfterSeconds?: number;
}

/** Begins a line of the output that has a part of the reading, before the answer. */
export const partMark = 'P';

/** What a line with a part has after its mark, as JSON: pages and links that no line before has, and everything else so far. */
export type ReaderPart = Reading;

/** First line of its output after parts, as JSON; the RFC 8785 text of the reading follows unless it failed. */
export interface ReaderAnswer {
  readonly ended: ReadingEnd;
  readonly reason: string | null;
}
