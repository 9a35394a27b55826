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

/** Names of the dimensions that a change affects; an unknown term is its own name. */
export const dimensionName = (kind: string): string => (isTerm('dimension', kind) ? names[kind] : kind);
