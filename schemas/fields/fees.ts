import type { DisclosureField } from './field.ts';
import { fieldsOf } from './define.ts';
import { feesValue } from './value-schemas.ts';

const kinds = ['issue', 'transfer', 'custody', 'management'] as const;

export const feesFields: readonly DisclosureField[] = fieldsOf('fees', [
  {
    number: 34,
    name: 'holder_fees',
    label: 'Fees to holders',
    meaning: 'what holders are charged for issue, transfer, custody and management',
    stake: 'It is the running cost of holding the token.',
    value: feesValue(kinds),
    example: { fees: [{ code: 'transfer', bps: '5' }] },
    rule: { type: 'fees', codes: kinds },
    dimensions: ['cost'],
    places: { other: ['E.36'], assetReferenced: ['C.27'], eMoney: ['E.6'] },
    words: {
      issue: 'issue',
      transfer: 'transfer',
      custody: 'custody',
      management: 'management',
      other: 'other services',
    },
  },
]);
