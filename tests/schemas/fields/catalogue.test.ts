import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { disclosureFields, fieldOf } from '../../../schemas/fields/catalogue.ts';
import type { DisclosureField, FieldRule, ValueTest } from '../../../schemas/fields/field.ts';
import { isTerm, termsOf } from '../../../schemas/vocabulary.ts';

/** Number, name, group, rule, dimensions, and places in tables 2 (O), 3 (A) and 4 (E) of the white paper templates. */
const expected: readonly (readonly [number, string, string, string, string, string])[] = [
  [1, 'redemption_right', 'redemption', 'ordinal', 'RD PP', 'A I.06 G.3; E I.07 D.1; terms'],
  [2, 'redemption_settlement_time', 'redemption', 'lower', 'RD', 'A D.31; terms'],
  [3, 'redemption_minimum', 'redemption', 'lower', 'RD PP', 'terms'],
  [4, 'redemption_fee', 'redemption', 'lower', 'RD CO', 'A G.3; terms'],
  [5, 'redemption_suspension_grounds', 'redemption', 'setBad', 'RD PP', 'A D.29 D.30; E D.4 D.5; terms'],
  [6, 'redemption_form', 'redemption', 'setGood', 'RD', 'A D.31 D.32 D.33 D.34 D.35'],
  [7, 'reserve_asset_classes', 'reserve', 'tierSet', 'RQ PP', 'A G.2 G.5 D.18 D.19; report'],
  [8, 'reserve_coverage_ratio', 'reserve', 'higher', 'RQ PP', 'report computed'],
  [9, 'reserve_max_maturity', 'reserve', 'lower', 'RQ RD', 'A G.5; report'],
  [10, 'reserve_counterparty_limit', 'reserve', 'lower', 'RQ', 'report'],
  [11, 'reserve_segregation', 'reserve', 'ordinal', 'CU PP', 'A G.6; E D.1; terms'],
  [12, 'rehypothecation', 'reserve', 'ordinal', 'RQ CU', 'terms report'],
  [13, 'attestation_frequency', 'reserve', 'frequency', 'TR', 'A G.2; site'],
  [14, 'attestation_assurance', 'reserve', 'ordinal', 'TR GO', 'report'],
  [15, 'attestation_as_of', 'reserve', 'date', 'TR', 'report'],
  [16, 'reserve_custodians', 'custody', 'parties', 'CU', 'A G.7 G.8'],
  [17, 'custodian_status', 'custody', 'ordinal', 'CU PP', 'A G.8; register'],
  [18, 'freeze_and_seize_powers', 'custody', 'setBad', 'PP GO', 'terms chain'],
  [19, 'holder_claim', 'holder_rights', 'ordinal', 'PP LS', 'O G.1; A D.17 D.18 D.19 D.20 D.21 D.22; E D.1 D.3'],
  [20, 'insolvency_treatment', 'holder_rights', 'ordinal', 'PP LS', 'A D.28; E D.3'],
  [21, 'compensation_scheme', 'holder_rights', 'bool', 'PP', 'O G.16 G.17; A D.15 D.16; E D.11 D.12'],
  [22, 'value_protection_scheme', 'holder_rights', 'bool', 'PP RQ', 'O G.14; A D.13; E D.9'],
  [23, 'withdrawal_right', 'holder_rights', 'higher', 'PP', 'O E.26'],
  [24, 'yield_to_holders', 'holder_rights', 'yield', 'LS PP', 'terms'],
  [25, 'complaints_contact', 'holder_rights', 'identity', 'PP TR', 'A D.25 D.26; E D.6 D.7'],
  [26, 'dispute_resolution', 'terms', 'ordinal', 'LS PP', 'O G.19; A D.27 D.37; E D.8 D.14'],
  [27, 'governing_law', 'terms', 'identity', 'LS', 'O G.18; A D.36; E D.13'],
  [28, 'amendment_power', 'terms', 'ordinal', 'GO PP', 'O G.3; A D.2; E D.2'],
  [29, 'amendment_notice', 'terms', 'higher', 'PP TR', 'terms'],
  [30, 'transfer_restrictions', 'terms', 'setBad', 'TF', 'O G.11 E.14; A D.10'],
  [31, 'issuer_identity', 'issuer', 'identity', 'LS GO', 'O A B; A A.1 A.7; E A.1 A.7'],
  [32, 'issuer_authorisation', 'issuer', 'ordinal', 'LS PP', 'A A.18 A.19; E A.24 A.25 A.26; register'],
  [33, 'external_auditor', 'issuer', 'identity', 'TR GO', 'report'],
  [34, 'holder_fees', 'fees', 'fees', 'CO', 'O E.36; A C.27; E E.6'],
  [35, 'supply_policy', 'tokenomics', 'supply', 'SU', 'O G.12 G.13 E.12; A D.11 D.12; E C.2'],
  [
    36,
    'document_reference',
    'documents',
    'document',
    'TR TF',
    'O F.9 F.10 F.11 F.12 F.13 F.14; E B.9 B.10 B.11 B.12 B.13; register',
  ],
];

const shortDimensions: Readonly<Record<string, string>> = {
  participant_protection: 'PP',
  redemption: 'RD',
  reserve_quality: 'RQ',
  custody: 'CU',
  governance: 'GO',
  transparency: 'TR',
  supply: 'SU',
  legal_standing: 'LS',
  cost: 'CO',
  transferability: 'TF',
};

const placesOf = ({ places }: DisclosureField): string =>
  (
    [
      ['O ', places.other],
      ['A ', places.assetReferenced],
      ['E ', places.eMoney],
      ['', places.sources],
    ] as const
  )
    .filter(([, numbers]) => numbers.length > 0)
    .map(([table, numbers]) => `${table}${numbers.join(' ')}`)
    .join('; ');

test('the catalogue has the 36 fields with their rule, dimensions and places in the templates', () => {
  const found = disclosureFields.map((field) => [
    field.number,
    field.name,
    field.group,
    field.rule.type,
    field.dimensions.map((dimension) => shortDimensions[dimension]).join(' '),
    placesOf(field),
  ]);
  assert.equal(found, expected);
});

test('a field is found only by its name', () => {
  for (const field of disclosureFields) assert.is(fieldOf(field.name), field);
  for (const name of ['', 'Redemption_fee', 'constructor', '__proto__', 'authority', 'capture']) {
    assert.is(fieldOf(name), undefined, name);
  }
});

/** Protective and adverse values of the fields that have any. */
const sides: Readonly<Record<string, readonly [protective: string, adverse: string]>> = {
  redemption_right: ['any_holder_par_any_time any_holder_par_conditions', 'issuer_discretion none'],
  redemption_settlement_time: ['atMost 2 business', 'above 5 business'],
  redemption_minimum: ['atMost 0', ''],
  redemption_fee: ['atMost 0', ''],
  redemption_suspension_grounds: ['', 'issuer_discretion'],
  reserve_coverage_ratio: ['', 'below 100'],
  reserve_segregation: ['bankruptcy_remote_trust statutory_safeguarding', 'commingled'],
  rehypothecation: ['prohibited', 'permitted'],
  attestation_frequency: ['', 'none'],
  holder_claim: ['', 'intermediary none'],
  amendment_power: ['', 'no_notice'],
  issuer_authorisation: ['', 'none withdrawn'],
};

const asText = (value: ValueTest | null): string => {
  if (value === null) return '';
  return value.test === 'code'
    ? value.codes.join(' ')
    : [value.test, value.limit, value.count].filter((part) => part !== undefined).join(' ');
};

test('protective and adverse values', () => {
  const found = disclosureFields
    .map(({ name, protective, adverse }) => [name, [asText(protective), asText(adverse)]] as const)
    .filter(([, [protective, adverse]]) => protective !== '' || adverse !== '');
  assert.equal(Object.fromEntries(found), sides);
});

test('overlays name the regimes of their field', () => {
  const found = disclosureFields.flatMap(({ name, overlays }) =>
    overlays.map(
      ({ regimes, when, dimension, direction }) =>
        `${name} ${regimes.join('+')} ${when.on} ${when.on === 'crosses' ? `${when.side} ${when.limit}` : asText(when.value)}: ${dimension} ${direction}`,
    ),
  );
  assert.equal(found, [
    'redemption_fee MICA_EMT+MICA_ART becomes above 0: legal_standing weakens',
    'freeze_and_seize_powers US_GENIUS becomes freeze_address: legal_standing strengthens',
    'yield_to_holders MICA_EMT+MICA_ART+US_GENIUS becomes issuer: legal_standing weakens',
    'yield_to_holders MICA_EMT+MICA_ART+US_GENIUS ceases issuer: legal_standing strengthens',
    'amendment_notice US_GENIUS crosses below 7: legal_standing weakens',
    'amendment_notice US_GENIUS crosses above 7: legal_standing strengthens',
  ]);
  const ids = disclosureFields.flatMap(({ overlays }) => overlays.map(({ id }) => id));
  assert.is(new Set(ids).size, ids.length);
});

test('quantities: unit, tolerance and thresholds', () => {
  const found = disclosureFields.flatMap(({ name, rule }) =>
    rule.type === 'lower' || rule.type === 'higher'
      ? [`${name} ${rule.type} ${rule.quantity} ${rule.tolerance} ${rule.thresholds.join()}`.trimEnd()]
      : [],
  );
  assert.equal(found, [
    'redemption_settlement_time lower days 0',
    'redemption_minimum lower money 0',
    'redemption_fee lower bps 0',
    'reserve_coverage_ratio higher percent 0.10 100',
    'reserve_max_maturity lower days 0 93',
    'reserve_counterparty_limit lower percent 1',
    'withdrawal_right higher days 0 14',
    'amendment_notice higher days 0',
  ]);
});

/** Codes of a rule, without `other`. */
function codesOf(rule: FieldRule): readonly string[] {
  if ('scale' in rule) return rule.scale;
  if ('codes' in rule) return rule.codes;
  if (rule.type === 'frequency') return Object.keys(rule.days);
  return rule.type === 'tierSet' ? rule.tiers.flat() : [];
}

test('every code has a text, and nothing else has; protective and adverse codes are codes of the field', () => {
  for (const { name, rule, words, protective, adverse, overlays } of disclosureFields) {
    const codes = codesOf(rule);
    assert.is(new Set(codes).size, codes.length, name);
    assert.equal(Object.keys(words).sort(), codes.length === 0 ? [] : [...codes, 'other'].sort(), name);
    const values = overlays.flatMap(({ when }) => (when.on === 'crosses' ? [] : [when.value]));
    for (const value of [protective, adverse, ...values]) {
      if (value?.test === 'code')
        assert.ok(
          value.codes.every((code) => codes.includes(code)),
          name,
        );
    }
  }
});

test('texts: a label stands alone, a meaning is part of a sentence, a stake is a sentence', () => {
  const judging = /\b(likely|may cause|dangerous|safe|risky|should|recommend\w*|score|rating)\b/i;
  for (const { name, label, meaning, stake, words, overlays, group, dimensions } of disclosureFields) {
    assert.match(label, /^[A-Z].*[a-z]$/, name);
    assert.match(meaning, /^[a-z].*[^.]$/, name);
    assert.match(stake, /^[A-Z][^.]*\.$/, name);
    for (const claim of overlays.map((overlay) => overlay.claim)) assert.match(claim, /^[A-Z].*\.$/, name);
    for (const text of Object.values(words)) assert.match(text, /^[a-z][^.]*[a-z0-9]$/, name);
    for (const text of [label, meaning, stake, ...Object.values(words)]) assert.not.match(text, judging, name);
    assert.ok(isTerm('fieldGroup', group) && dimensions.every((dimension) => isTerm('dimension', dimension)), name);
  }
  assert.equal([...new Set(disclosureFields.map(({ group }) => group))], [...termsOf('fieldGroup')]);
});

test.run();
