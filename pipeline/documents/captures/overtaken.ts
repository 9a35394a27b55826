import type { DocumentCapture } from '../../../schemas/generated/records.ts';

/** Outcomes of captures that found the document. */
const readOutcomes: ReadonlySet<string> = new Set(['ok', 'moved', 'redirected_same_host', 'not_modified']);

/** Whether an outcome means that the document was there. */
export const isRead = (outcome: string): boolean => readOutcomes.has(outcome);

/** The bytes that are the document, by the captures until now. */
export interface KnownBytes {
  readonly sha256: string;
  /** Newest capture that found the document, milliseconds. */
  readonly readAsOf: number;
}

/**
 * Whether other bytes became the document while a capture was made: one that reads bytes again, or finds that they are still
 * sent, is then of earlier ones, and one that found others earlier is of no use. A file may be imported at any time.
 */
export function isOvertaken(
  { obtained, outcome, sha256, asOf }: Pick<DocumentCapture, 'obtained' | 'outcome' | 'sha256' | 'asOf'>,
  known: KnownBytes,
): boolean {
  if (obtained === 'reread' || outcome === 'not_modified') return sha256 !== null && sha256 !== known.sha256;
  return isRead(outcome) && asOf <= known.readAsOf;
}
