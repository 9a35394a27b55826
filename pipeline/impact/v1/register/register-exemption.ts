import type { DimensionVerdict, Verdict } from '../../rule.ts';
import { defineRule } from '../../rule.ts';
import { yesNo } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  claimed: 'The register states the exemption as used.',
  claimedHolders: 'By the register, the rules that the exemption lifts do not apply to the token.',
  ended: 'The register states the exemption as not used.',
  endedHolders: 'By the register, the rules that the exemption lifts apply to the token.',
  blanked: 'The register no longer states whether the exemption is used.',
  blankedHolders: 'Whether the exemption is used cannot be read from the register.',
};

/** MiCA Article 48(4) and (5): e-money tokens below the thresholds, and the limited network exemption. */
export const registerExemption = defineRule({
  id: 'register-exemption',
  appliesTo: { comparison: 'register_column', meanings: ['exemption'] },
  claim:
    'Use of an exemption weakens participant protection and legal standing; its end strengthens them; a statement that is not made any more weakens transparency.',
  texts,
  evaluate: (facts) => {
    const before = yesNo(facts.old);
    const after = yesNo(facts.new);
    if (before === 'other' || after === 'other' || before === after) return null;
    if (after === 'blank') return blanked(before === 'no');
    const firstStated = before === 'blank' ? all('strengthens', 'transparency') : [];
    return after === 'yes'
      ? {
          dimensions: [...own('weakens'), ...firstStated],
          reason: texts.claimed,
          holders: texts.claimedHolders,
        }
      : {
          dimensions: [...own('strengthens'), ...firstStated],
          reason: texts.ended,
          holders: texts.endedHolders,
        };
  },
});

const own = (direction: DimensionVerdict['direction']): readonly DimensionVerdict[] =>
  all(direction, 'participant_protection', 'legal_standing');

// A blank after a protective statement weakens; a blank after an adverse statement is never an improvement.
const blanked = (wasProtective: boolean): Verdict => ({
  dimensions: [...all('weakens', 'transparency'), ...own(wasProtective ? 'weakens' : 'neutral')],
  reason: texts.blanked,
  holders: texts.blankedHolders,
});
