/** The evidence for a reading of a disclosed field. */
import { isSourceOf } from '../../../../schemas/terms/source-keys.ts';
import type { EvidenceGrade } from '../../../impact/facts.ts';
import type { Side } from '../../fact.ts';

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
