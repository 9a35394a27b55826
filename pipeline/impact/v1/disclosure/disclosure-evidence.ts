import { confidence } from '../../confidence.ts';
import type { EvidenceGrade } from '../../evidence-grade.ts';
import { defineRule } from '../../rule.ts';

const texts = {
  structured: 'Both readings come from structured sources.',
  structuredAndText:
    'One reading comes from a structured source, the other from text under the number of its template field.',
  anchoredText: 'Text was read under the number of a template field, or at the place that is declared for it.',
  keywordText: 'Text was read at a place that was found by its words alone.',
};

/** Sets the confidence, which is a constant of the grades of the two readings. */
export const disclosureEvidence = defineRule({
  id: 'disclosure-evidence',
  appliesTo: { comparison: 'disclosure_field' },
  claim: 'Confidence follows from what the two readings rest on.',
  texts,
  evaluate: ({ evidence }, standing) => {
    if (standing === null) return null;
    const kind = evidenceOf(evidence.old, evidence.new);
    return { confidence: confidence[kind], reason: texts[kind] };
  },
});

function evidenceOf(old: EvidenceGrade, current: EvidenceGrade): keyof typeof texts {
  const grades = [old, current];
  if (grades.includes('keyword')) return 'keywordText';
  if (!grades.includes('structured') || grades.includes('anchored')) return 'anchoredText';
  return grades.includes('field_code') ? 'structuredAndText' : 'structured';
}
