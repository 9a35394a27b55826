import type { FamilyKinds } from '../kinds.ts';
import type { authorityTexts, tokenTexts } from './templates.ts';

/** Kinds of change of this family. */
export const chainKinds = {
  authority_changed: {
    comparisons: ['authority', 'authority_gone', 'account_control', 'contract_role', 'chain_code', 'ownership_offer'],
    templates: [
      'replaced',
      'givenUp',
      'created',
      'opened',
      'openedFrom',
      'closed',
      'closedTo',
      'functionGone',
      'contractGone',
      'control',
      'controlVotes',
      'controlSingle',
      'controlTime',
      'role',
      'roleGiving',
      'roleServing',
      'code',
      'offered',
      'offerWithdrawn',
      'draft',
      'withdrawn',
    ],
  },
  value_corrected: { comparisons: ['authority'], templates: ['corrected', 'notStated'] },
  value_added: {
    comparisons: ['chain_cap', 'chain_powers'],
    templates: ['capSet', 'powersGained', 'draft', 'withdrawn'],
  },
  value_changed: {
    comparisons: ['chain_token', 'chain_paused', 'chain_powers', 'chain_cap'],
    templates: [
      'paused',
      'resumed',
      'identity',
      'powersGained',
      'powersLost',
      'powersOther',
      'capRose',
      'capFell',
      'draft',
      'withdrawn',
    ],
  },
  value_removed: {
    comparisons: ['chain_cap', 'chain_powers'],
    templates: ['capEnded', 'powersLost', 'draft', 'withdrawn'],
  },
  supply_changed: { comparisons: ['chain_supply'], templates: ['supplyRose', 'supplyFell', 'supplyCreated'] },
} as const satisfies FamilyKinds<keyof typeof authorityTexts | keyof typeof tokenTexts>;
