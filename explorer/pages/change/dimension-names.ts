import { isTerm, type Term } from '../../../schemas/vocabulary.ts';

const names: Readonly<Record<Term<'dimension'>, string>> = {
  participant_protection: 'Protection of holders',
  redemption: 'Redemption',
  reserve_quality: 'Quality of the reserve',
  custody: 'Custody',
  governance: 'Control',
  transparency: 'Transparency',
  supply: 'Supply',
  legal_standing: 'Legal standing',
  cost: 'Cost',
  transferability: 'Transfer',
};

/** What a change bears on, in words; a term that this version does not know is shown as it is. */
export const dimensionName = (kind: string): string => (isTerm('dimension', kind) ? names[kind] : kind);
