import type { ReadingEnd } from '../../schemas/values/reading.ts';

/** What the reader process is asked: the first argument, as JSON. The bytes of the document follow on its standard input. */
export interface ReaderRequest {
  /** Class to read the document as; null: by its bytes. */
  readonly class: string | null;
  /** Character set that the server named. */
  readonly charset: string | null;
}

/** First line of its output, as JSON; the RFC 8785 text of the reading follows unless it failed. */
export interface ReaderAnswer {
  readonly ended: ReadingEnd;
  readonly reason: string | null;
}
