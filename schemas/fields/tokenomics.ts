import type { DisclosureField } from './field.ts';
import { fieldsOf } from './define.ts';
import { supplyValue } from './value-schemas.ts';

const policies = [
  'fixed_cap',
  'issued_against_reserve',
  'capped_discretion',
  'uncapped_discretion',
  'algorithmic',
] as const;

export const tokenomicsFields: readonly DisclosureField[] = fieldsOf('tokenomics', [
  {
    number: 35,
    name: 'supply_policy',
    label: 'Supply policy',
    meaning: 'who can create or destroy tokens, and up to what cap',
    stake: 'It decides whether more tokens can come to share what stands behind each token.',
    value: supplyValue(policies),
    example: { code: 'capped_discretion', cap: '1000000000' },
    rule: { type: 'supply', scale: policies },
    dimensions: ['supply'],
    places: {
      other: ['G.12', 'G.13', 'E.12'],
      assetReferenced: ['D.11', 'D.12'],
      eMoney: ['C.2'],
    },
    words: {
      fixed_cap: 'a fixed cap',
      issued_against_reserve: 'issued against reserve assets only',
      capped_discretion: 'at the discretion of the issuer, up to a cap',
      uncapped_discretion: 'at the discretion of the issuer, without a cap',
      algorithmic: 'by an algorithm',
      other: 'another policy',
    },
  },
]);
