import type { FetchResult } from '../../../../infra/fetch/fetch-types.ts';
import type { GoodCapture } from '../schedule/document-state.ts';
import type { ReadBody, Verdict } from '../sites/gate.ts';
import type { Measures } from '../../../documents/captures/measures.ts';

/** An answer, read and judged. */
export interface JudgedFetch {
  readonly fetched: FetchResult;
  readonly body: ReadBody | null;
  readonly verdict: Verdict;
  readonly measures: Measures | null;
  /** Bytes that an earlier fetch has read already. */
  readonly unchanged: GoodCapture | null;
}
