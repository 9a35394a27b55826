/**
 * A fixed set of facts, and the verdict of a rule set on each: it pins the code of the set, beside the hash of its texts.
 * It has every case of the tables, and every pair of codes for fields of a closed scale.
 */
import type { DisclosureSense, ImpactFacts } from '../../../pipeline/impact/facts.ts';
import type { EvidenceGrade } from '../../../pipeline/impact/evidence-grade.ts';
import type { AssessmentRules, RuleFamily } from '../../../pipeline/impact/rule.ts';
import type { DisclosureField, FieldValue } from '../../../schemas/fields/field.ts';
import { hashOf } from '../../../schemas/values/hash.ts';
import { fieldCases } from './v1/disclosure/field-cases.ts';
import { disclosed } from './facts.ts';
import { ruleCases } from './v1/rule-cases.ts';
import { assessedUnder } from './assessed.ts';

/** sha256 hex over the verdicts of the set, in the order of the cases; by default those of the whole corpus. */
export const verdictHash = (
  ruleSet: AssessmentRules,
  cases: readonly ImpactFacts[] = corpusOf(ruleSet.fields),
): string =>
  hashOf(
    cases.map((facts) => {
      const { assessment, materiality } = assessedUnder(ruleSet, facts);
      const { direction, status, disposition, dimensions, reason, whatThisMeansForHolders, method } = assessment;
      const verdict = {
        direction,
        status,
        disposition,
        dimensions,
        reason,
        whatThisMeansForHolders,
        method,
        materiality,
      };
      return { ...verdict, confidence: assessment.confidence, trail: assessment.trail.map(({ rule }) => rule) };
    }),
  );

/** Every case; with `rules`, only those of these rules. */
export const corpusOf = (
  fields: readonly DisclosureField[],
  rules: readonly string[] = Object.keys(ruleCases),
): readonly ImpactFacts[] => [
  ...casesOfRules(Object.keys(ruleCases).filter((id) => rules.includes(id))),
  ...disclosureCases(fields),
];

/** The cases of one family of rules. */
export const corpusOfFamily = ({ rules }: RuleFamily, fields: readonly DisclosureField[]): readonly ImpactFacts[] => [
  ...casesOfRules(rules.map(({ id }) => id)),
  ...(rules.some(({ appliesTo }) => appliesTo.comparison === 'disclosure_field') ? disclosureCases(fields) : []),
];

const disclosureCases = (fields: readonly DisclosureField[]): readonly ImpactFacts[] => [
  ...casesOfFields(),
  ...fields.flatMap(({ name, rule, overlays }) => {
    const regimes = [...new Set(overlays.flatMap((overlay) => overlay.regimes))];
    return pairsOf(valuesOf(rule)).flatMap(([old, current]) =>
      [[], ...regimes.map((regime) => [regime])].map((carried) => disclosed(name, old, current, { regimes: carried })),
    );
  }),
  ...circumstances(),
];

const casesOfRules = (ids: readonly string[]): readonly ImpactFacts[] =>
  ids.flatMap((id) => {
    const { fires, silent } = ruleCases[id] ?? { fires: [], silent: [] };
    return [...fires.map(([facts]) => facts), ...silent.map((one) => ('comparison' in one ? one : one[0]))];
  });

const casesOfFields = (): readonly ImpactFacts[] =>
  Object.entries(fieldCases).flatMap(([row, cases]) =>
    cases.map(([, old, current, , regime]) =>
      disclosed(row.replace(/^\d+ /, ''), old, current, { regimes: regime === undefined ? [] : [regime] }),
    ),
  );

/** One change in every sense, stage and pair of grades. */
const circumstances = (): readonly ImpactFacts[] => {
  const from = { bps: '0' };
  const to = { bps: '10' };
  const senses: readonly DisclosureSense[] = ['value', 'wording', 'spelling', 'returned', 'reread', 'partial'];
  const stages: readonly ImpactFacts['stage'][] = ['confirmed', 'draft', 'superseded'];
  const grades: readonly EvidenceGrade[] = ['structured', 'field_code', 'anchored', 'keyword'];
  return [
    ...senses.flatMap((sense) =>
      stages.flatMap((stage) =>
        [true, false].map((comparable) => disclosed('redemption_fee', from, to, { sense, stage, comparable })),
      ),
    ),
    ...pairsOf(grades).map((evidence) => disclosed('redemption_fee', from, to, { evidence })),
  ];
};

/** Values of the closed scales and sets: not disclosed, every code, `other`, and pairs of codes of a set. */
function valuesOf(rule: DisclosureField['rule']): readonly FieldValue[] {
  switch (rule.type) {
    case 'ordinal':
    case 'supply':
      return [null, ...rule.scale.map((code) => ({ code })), { code: 'other', text: 'in words' }];
    case 'frequency':
      return [null, ...Object.keys(rule.days).map((code) => ({ code })), { code: 'other', text: 'in words' }];
    case 'yield':
      return [null, ...rule.codes.map((code) => ({ code })), { code: 'other', text: 'in words' }];
    case 'setBad':
    case 'setGood':
      return setsOf(rule.codes);
    case 'tierSet':
      return setsOf(rule.tiers.flatMap((tier) => tier.slice(0, 2)));
    case 'lower':
    case 'higher':
      return amounts.map((amount) =>
        rule.quantity === 'money'
          ? { amount, currency: 'EUR' }
          : { [rule.quantity]: amount, ...(rule.quantity === 'days' ? { count: 'calendar' } : {}) },
      );
    default:
      return [];
  }
}

const amounts = ['0', '0.05', '2', '6.9', '7', '13.99', '14', '93', '93.05', '99.95', '100', '100.05', '101'];

const setsOf = (codes: readonly string[]): readonly FieldValue[] => [
  null,
  { codes: [] },
  ...codes.map((code) => ({ codes: [code] })),
  ...codes.slice(1).map((code, index) => ({ codes: [codes[index], code].sort() })),
  { codes: ['other'] },
];

const pairsOf = <T>(values: readonly T[]): readonly (readonly [T, T])[] =>
  values.flatMap((left) => values.map((right) => [left, right] as const));
