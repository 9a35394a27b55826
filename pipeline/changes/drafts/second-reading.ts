/** When a second reading confirms what one reading of a document alone showed. */
import type { Observation } from '../../../schemas/generated/records.ts';
import type { DocumentClass } from '../../../schemas/vocabulary.ts';
import { isStructuredReading } from '../evidence-grade.ts';
import { sameLineage } from '../fact.ts';
import type { Side } from '../side.ts';
import { secondReadingAfterMs } from '../../documents/captures/accepted-text.ts';

/** How far readings of a document are accepted. */
export interface SourceTrust {
  /** The capture is suspect: readings from it are ignored. */
  readonly isSuspect: boolean;
  /** Several captures agree on this text (`agreements.partMissing`): what it lacks was removed, not truncated. */
  readonly isSettled: boolean;
  /** When the document was last rewritten past comparison, milliseconds; null when it never was. */
  readonly rewrittenAt: number | null;
}

/** Hashes of the first and, where they are known, of the newest bytes that show a value. */
export interface ShownBytes {
  readonly sourceHash: string | null;
  readonly seenHash?: string | null;
}

/** The reading that showed a difference first. */
export interface FirstReading {
  /** Milliseconds. */
  readonly detectedAt: number;
  /** Null when it is unknown. */
  readonly documentClass: string | null;
  /** The bytes that showed it last, and the program that read them. */
  readonly shown: ShownBytes & Pick<Side, 'extractor' | 'extractorVersion'>;
}

/** Whether the observation was read from bytes that already showed the value. */
export const isSameBytes = ({ sourceHash, seenHash }: ShownBytes, observation: Observation): boolean =>
  observation.sourceHash !== null && (observation.sourceHash === sourceHash || observation.sourceHash === seenHash);

/** Whether one reading is enough: it is structured, or its text is settled. */
export const confirmsAtOnce = (reading: Observation, { isSettled }: Pick<SourceTrust, 'isSettled'>): boolean =>
  isSettled || isStructuredReading(reading);

export const isLateEnough = ({ detectedAt }: Pick<FirstReading, 'detectedAt'>, at: number): boolean =>
  at - detectedAt >= secondReadingAfterMs;

/** Whether a reading that shows the same difference confirms it: one that is enough alone, a later one, or one of another medium. */
export function confirms(first: FirstReading, reading: Observation, trust: Pick<SourceTrust, 'isSettled'>): boolean {
  if (confirmsAtOnce(reading, trust)) return true;
  const { documentClass, shown } = first;
  const isSame = isSameBytes(shown, reading);
  // The same bytes with another extractor are not a second reading.
  if (isSame && !sameLineage(reading, shown)) return false;
  return isLateEnough(first, reading.observedAt) || (!isSame && isOtherMedium(documentClass, reading.documentClass));
}

/** An unknown document class is not another medium. All kinds of pages are one medium. */
const isOtherMedium = (first: string | null, second: string | null): boolean =>
  first !== null && second !== null && mediumOf(first) !== mediumOf(second);

const pages: readonly string[] = ['html', 'xhtml', 'ixbrl_esma', 'ixbrl_other'] satisfies readonly DocumentClass[];

const mediumOf = (documentClass: string): string => (pages.includes(documentClass) ? 'page' : documentClass);
