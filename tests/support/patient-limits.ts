import { type ReaderLimits, readerLimits } from '../../infra/reading/limits.ts';

/** For documents that are read whole: a busy machine may need ten times as long as a quiet one. */
export const patientLimits: ReaderLimits = { ...readerLimits, timeMs: 10 * readerLimits.timeMs };
