/** An assessment under the published rule set, and its verdict in one line. */
import { type AssessedChange, assess } from '../../../pipeline/impact/assess.ts';
import type { ImpactFacts } from '../../../pipeline/impact/facts.ts';
import type { AssessmentRules } from '../../../pipeline/impact/rule.ts';
import { impactV1 } from '../../../pipeline/impact/v1/rules.ts';
import type { Dimension, Direction } from '../../../schemas/vocabulary.ts';

const side = { quote: null, artifactId: null, observationSha256: null };

export const assessedUnder = (ruleSet: AssessmentRules, facts: ImpactFacts): AssessedChange =>
  assess({
    ruleSet,
    changeId: 'register:x',
    facts,
    evidence: { old: side, new: side },
    inputFingerprint: 'sha256:0',
    assessedAt: 5,
  });

export const assessed = (facts: ImpactFacts): AssessedChange => assessedUnder(impactV1, facts);

/** Abbreviations of dimensions. */
const short: Readonly<Record<Dimension, string>> = {
  participant_protection: 'PP',
  redemption: 'RD',
  reserve_quality: 'RQ',
  custody: 'CU',
  governance: 'GO',
  transparency: 'TR',
  supply: 'SU',
  legal_standing: 'LS',
  cost: 'CO',
  transferability: 'TF',
};

const marks: Readonly<Record<Direction, string>> = {
  weakens: '-',
  mixed: '~',
  strengthens: '+',
  neutral: '0',
  unassessed: '?',
};

/** `weakens PP- RD-`; materiality and disposition follow if they are not `material` and `shown`. */
export function verdictOf(facts: ImpactFacts): string {
  const { assessment, materiality } = assessed(facts);
  const dimensions = assessment.dimensions.map(
    ({ kind, direction }) => `${short[kind as Dimension]}${marks[direction as Direction]}`,
  );
  return [
    assessment.direction,
    ...dimensions.sort(),
    ...(materiality === null || materiality === 'material' ? [] : [materiality]),
    ...(assessment.disposition === 'shown' ? [] : [assessment.disposition]),
  ].join(' ');
}
