import { defineRule } from '../../rule.ts';
import { givenBy } from './given-by.ts';
import { servedBy, towards } from './serving.ts';

const texts = {
  longer: 'The waiting period of the time lock is longer.',
  longerHolders: 'What the account does is visible for longer before it takes effect.',
  shorter: 'The waiting period of the time lock is shorter.',
  shorterHolders: 'What the account does is visible for a shorter time before it takes effect.',
  gone: 'The account has no waiting period any more.',
  goneHolders: 'What the account does takes effect at once.',
};

export const controlTimeLock = defineRule({
  id: 'control-time-lock',
  appliesTo: { comparison: 'account_control' },
  claim:
    'A longer time lock strengthens governance, a shorter one weakens it, none weakens participant protection too.',
  texts,
  parameters: { servedBy },
  evaluate: (facts) => {
    const [before, after] = [facts.old.timeLockSeconds ?? 0, facts.new.timeLockSeconds ?? 0];
    if (before === after) return null;
    const given = givenBy(facts);
    if (after > before) {
      const dimensions = towards('strengthens', facts);
      return { dimensions, reason: texts.longer, holders: texts.longerHolders, ...given };
    }
    return after === 0
      ? {
          dimensions: towards('weakens', facts, 'participant_protection'),
          reason: texts.gone,
          holders: texts.goneHolders,
          ...given,
        }
      : { dimensions: towards('weakens', facts), reason: texts.shorter, holders: texts.shorterHolders, ...given };
  },
});
