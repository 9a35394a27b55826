import { confidence } from '../../confidence.ts';
import type { EvidenceGrade } from '../../evidence-grade.ts';

interface GradedFacts {
  readonly evidence: { readonly old: EvidenceGrade | null; readonly new: EvidenceGrade };
}

/** Confidence in what two readings of a document show, by the weaker of them. */
export function graded({ evidence }: GradedFacts): { readonly confidence: number } {
  const grades = [evidence.old, evidence.new];
  if (grades.includes('keyword')) return { confidence: confidence.keywordText };
  const isStructured = grades.every((grade) => grade === null || grade === 'structured');
  return { confidence: isStructured ? confidence.structured : confidence.anchoredText };
}
