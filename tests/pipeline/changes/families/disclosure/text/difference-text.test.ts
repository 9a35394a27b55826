import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatDifference } from '../../../../../../pipeline/changes/families/disclosure/text/difference-text.ts';
import { fieldOf } from '../../../../../../schemas/fields/catalogue.ts';
import type { DisclosureField, FieldValue } from '../../../../../../schemas/fields/field.ts';

const field = (name: string): DisclosureField => {
  const found = fieldOf(name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
};

const differences: readonly (readonly [name: string, old: FieldValue, current: FieldValue, words: string])[] = [
  ['redemption_fee', { bps: '0' }, { bps: '10' }, ''],
  [
    'redemption_suspension_grounds',
    { codes: ['market_stress'] },
    { codes: ['force_majeure', 'technical'] },
    'added: force majeure and technical failure or maintenance; removed: market stress',
  ],
  ['redemption_suspension_grounds', { codes: [] }, { codes: ['force_majeure'] }, 'added: force majeure'],
  ['reserve_custodians', { parties: [{ name: 'A' }] }, { parties: [] }, 'removed: A'],
  [
    'holder_fees',
    {
      fees: [
        { code: 'issue', bps: '10' },
        { code: 'transfer', bps: '5' },
        { code: 'custody', bps: '1' },
      ],
    },
    {
      fees: [
        { code: 'transfer', bps: '10' },
        { code: 'management', bps: '20' },
        { code: 'custody', bps: '1.0' },
      ],
    },
    'transfer from 0.05 % to 0.10 %; added: management 0.20 %; removed: issue 0.10 %',
  ],
  [
    'document_reference',
    { url: 'https://a.example/x', version: '1.1', date: '2026-01-30', chains: ['eip155:1'] },
    { url: 'https://b.example/x', version: '1.2', chains: ['eip155:1', 'eip155:8453'], dti: ['X9J9K872S'] },
    'publisher from a.example to b.example; version from 1.1 to 1.2; date no longer stated: 30 January 2026; token identifiers added: X9J9K872S; chains added: Base',
  ],
  [
    'document_reference',
    { url: 'https://a.example/x' },
    { url: 'https://a.example/y' },
    'another address of a.example',
  ],
  ['document_reference', { url: 'https://a.example/x' }, { url: 'https://a.example/x' }, ''],
];

for (const [name, old, current, words] of differences) {
  test(`${name} differs: ${words}`, () => assert.is(formatDifference(field(name), old, current), words));
}

test.run();
