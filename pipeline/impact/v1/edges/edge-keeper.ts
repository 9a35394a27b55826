import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  added: 'A party is named that keeps assets.',
  addedHolders: 'More is known about who keeps assets that stand behind the token.',
  last: 'No party is named any more that keeps assets in this role.',
  lastHolders: 'It is no longer stated who keeps these assets.',
  oneOfSeveral: 'One of several parties that keep assets is no longer named.',
  oneOfSeveralHolders: 'Other parties are still named that keep assets.',
  replaced: 'Another party is named that keeps assets.',
  replacedHolders: 'Another party keeps assets that stand behind the token.',
  higher: 'Another party is named, and the stated licence is of a higher class.',
  higherHolders: 'Another party keeps the assets, under closer supervision.',
  lower: 'Another party is named, and the stated licence is of a lower class.',
  lowerHolders: 'Another party keeps the assets, under less supervision.',
  manager: 'Another party is named that manages the reserve.',
  managerHolders: 'Another party decides what the reserve consists of.',
};

const keepers: readonly string[] = ['custodian', 'custodian_crypto', 'trustee'];
/** Licence classes, highest first. */
const classes: readonly string[] = [
  'central_bank',
  'credit_institution',
  'trust_company',
  'licensed_custodian',
  'unlicensed',
];

export const edgeKeeper = defineRule({
  id: 'edge-keeper',
  appliesTo: { comparison: 'party_edge', kinds: ['edge_added', 'edge_removed', 'edge_replaced'] },
  claim:
    'Another custodian or trustee is mixed for custody, or follows the stated licence classes; the last one that leaves weakens custody and participant protection; another manager is mixed for the quality of the reserve.',
  texts,
  parameters: { keepers, classes },
  evaluate: ({ event, role, isOnly, classes: stated }) => {
    if (role === 'reserve_manager' && event === 'replaced') {
      const dimensions = all('mixed', 'reserve_quality');
      return { dimensions, reason: texts.manager, holders: texts.managerHolders };
    }
    if (!keepers.includes(role)) return null;
    if (event === 'added') {
      const dimensions = [...all('neutral', 'custody'), ...all('strengthens', 'transparency')];
      return { dimensions, reason: texts.added, holders: texts.addedHolders };
    }
    if (event === 'removed') {
      return isOnly
        ? {
            dimensions: all('weakens', 'custody', 'participant_protection'),
            reason: texts.last,
            holders: texts.lastHolders,
          }
        : { dimensions: all('neutral', 'custody'), reason: texts.oneOfSeveral, holders: texts.oneOfSeveralHolders };
    }
    const [before, after] = [classes.indexOf(stated?.old ?? ''), classes.indexOf(stated?.new ?? '')];
    if (before === -1 || after === -1 || before === after) {
      return { dimensions: all('mixed', 'custody'), reason: texts.replaced, holders: texts.replacedHolders };
    }
    return after < before
      ? { dimensions: all('strengthens', 'custody'), reason: texts.higher, holders: texts.higherHolders }
      : { dimensions: all('weakens', 'custody'), reason: texts.lower, holders: texts.lowerHolders };
  },
});
