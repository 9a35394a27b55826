/** What a reading of a disclosed field rests on. */
import type { EvidenceGrade } from '../../../impact/facts.ts';
import type { Side } from '../../fact.ts';

const chainPrefix = 'chain:';

/** Grades of evidence by what an extraction rule begins with. */
const grades: readonly (readonly [prefix: string, grade: EvidenceGrade])[] = [
  ['ixbrl:', 'structured'],
  ['template:', 'field_code'],
  ['selector:', 'anchored'],
];

/** The grade of a reading (domain 5.3); one that does not state how it was found counts as the weakest. */
export function gradeOf(sourceKey: string, { extractionRule }: Pick<Side, 'extractionRule'>): EvidenceGrade {
  if (isChain(sourceKey)) return 'structured';
  return grades.find(([prefix]) => extractionRule?.startsWith(prefix) === true)?.[1] ?? 'keyword';
}

export const isChain = (sourceKey: string): boolean => sourceKey.startsWith(chainPrefix);
