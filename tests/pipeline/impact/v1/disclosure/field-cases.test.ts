/** The meaning of the changes of every field of the catalogue. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { disclosureFields } from '../../../../../schemas/fields/catalogue.ts';
import { disclosed } from '../../facts.ts';
import { verdictOf } from '../../assessed.ts';
import { fieldCases } from './field-cases.ts';

/** The rows of the table, number and name. */
const rows = [
  '1 redemption_right',
  '2 redemption_settlement_time',
  '3 redemption_minimum',
  '4 redemption_fee',
  '5 redemption_suspension_grounds',
  '6 redemption_form',
  '7 reserve_asset_classes',
  '8 reserve_coverage_ratio',
  '9 reserve_max_maturity',
  '10 reserve_counterparty_limit',
  '11 reserve_segregation',
  '12 rehypothecation',
  '13 attestation_frequency',
  '14 attestation_assurance',
  '15 attestation_as_of',
  '16 reserve_custodians',
  '17 custodian_status',
  '18 freeze_and_seize_powers',
  '19 holder_claim',
  '20 insolvency_treatment',
  '21 compensation_scheme',
  '22 value_protection_scheme',
  '23 withdrawal_right',
  '24 yield_to_holders',
  '25 complaints_contact',
  '26 dispute_resolution',
  '27 governing_law',
  '28 amendment_power',
  '29 amendment_notice',
  '30 transfer_restrictions',
  '31 issuer_identity',
  '32 issuer_authorisation',
  '33 external_auditor',
  '34 holder_fees',
  '35 supply_policy',
  '36 document_reference',
] as const;

test('every row of the table has cases, and the catalogue has every row', () => {
  assert.equal(Object.keys(fieldCases).sort(), [...rows].sort());
  for (const row of rows) assert.ok((fieldCases[row]?.length ?? 0) > 1, row);
  assert.equal(
    disclosureFields.map(({ number, name }) => `${number} ${name}`),
    rows,
  );
});

for (const [row, cases] of Object.entries(fieldCases)) {
  const [number = '', field = ''] = row.split(' ');
  for (const [name, old, current, expected, regime] of cases) {
    test(`6/${number} ${field}: ${name}`, () => {
      assert.is(verdictOf(disclosed(field, old, current, { regimes: regime === undefined ? [] : [regime] })), expected);
    });
  }
}

test.run();
