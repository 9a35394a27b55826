/** How strong the evidence of a reading is. */
import type { Observation } from '../../schemas/generated/records.ts';
import { isSourceOf } from '../../schemas/terms/source-keys.ts';
import type { EvidenceGrade } from '../impact/evidence-grade.ts';
import type { Side } from './side.ts';

/** Grades of evidence by the prefix of the extraction rule. */
const grades: readonly (readonly [prefix: string, grade: EvidenceGrade])[] = [
  ['ixbrl:', 'structured'],
  ['template:', 'field_code'],
  ['selector:', 'anchored'],
];

/** The grade of a reading; a reading without a known extraction rule has the weakest, `keyword`. */
export function gradeOf(sourceKey: string, { extractionRule }: Pick<Side, 'extractionRule'>): EvidenceGrade {
  if (isChain(sourceKey)) return 'structured';
  return grades.find(([prefix]) => extractionRule?.startsWith(prefix) === true)?.[1] ?? 'keyword';
}

export const isChain = (sourceKey: string): boolean => isSourceOf('chain', sourceKey);

/** Whether one reading establishes the value, as for chain state and tagged facts. A text needs a second capture. */
export const isStructuredReading = (observation: Observation): boolean =>
  gradeOf(observation.sourceKey, observation) === 'structured';
