/** When a later reading confirms what one capture of a document showed. */
import type { Observation } from '../../../../schemas/generated/records.ts';
import type { DocumentClass } from '../../../../schemas/vocabulary.ts';
import { sameLineage, type Side } from '../../fact.ts';
import type { SourceStanding } from '../source/source-standing.ts';
import { isSameBytes, type ShownBytes } from './field-fact.ts';
import { isStructuredReading } from './field-reading.ts';

const hour = 3_600_000;

/** A later capture of a text confirms its value after this time, milliseconds. */
const secondCaptureAfter = 6 * hour;

/** The capture that showed the value first. */
interface OneCapture {
  /** Milliseconds. */
  readonly detectedAt: number;
  readonly documentClass: DocumentClass | null;
}

interface Capture {
  readonly observation: Observation;
  readonly standing: SourceStanding;
}

/** A structured reading, a settled text, or a second capture: at least 6 hours later, or of another medium. */
export function bearsOut(
  fact: ShownBytes & Pick<Side, 'extractor' | 'extractorVersion'>,
  draft: OneCapture,
  { observation, standing }: Capture,
): boolean {
  if (isStructuredReading(observation) || standing.isSettled) return true;
  // The same bytes with another extractor are not a second capture.
  if (!sameLineage(observation, fact) && isSameBytes(fact, observation)) return false;
  if (observation.observedAt - draft.detectedAt >= secondCaptureAfter) return true;
  return !isSameBytes(fact, observation) && isOtherMedium(draft.documentClass, observation.documentClass);
}

/** An unknown document class is not another medium. All kinds of pages are one medium. */
const isOtherMedium = (first: string | null, second: string | null): boolean =>
  first !== null && second !== null && mediumOf(first) !== mediumOf(second);

const pages: readonly string[] = ['html', 'xhtml', 'ixbrl_esma', 'ixbrl_other'] satisfies readonly DocumentClass[];

const mediumOf = (documentClass: string): string => (pages.includes(documentClass) ? 'page' : documentClass);
