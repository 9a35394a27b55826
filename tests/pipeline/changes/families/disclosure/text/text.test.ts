import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { explainField } from '../../../../../../pipeline/changes/families/disclosure/text/text.ts';
import type { FieldFinding } from '../../../../../../pipeline/changes/families/disclosure/field/field-finding.ts';
import { fieldOf } from '../../../../../../schemas/fields/catalogue.ts';
import { at } from '../../../builders.ts';

function explain(name: string, given: Partial<FieldFinding>) {
  const field = fieldOf(name);
  if (field === undefined) throw new Error(`no field ${name}`);
  return explainField(field, {
    kind: 'value_changed',
    changeKind: 'changed',
    sense: 'value',
    stage: 'confirmed',
    comparable: true,
    evidence: { old: 'keyword', new: 'keyword' },
    old: null,
    new: null,
    priorQuote: null,
    quote: null,
    sourceKey: 'terms',
    observedAt: at('2026-06-03'),
    wasNotable: false,
    ...given,
  });
}

const fee = {
  old: { bps: '0' },
  new: { bps: '10' },
  priorQuote: 'Redemption is free of charge.',
  quote: 'We charge 0.10 %',
};

test('a changed value: both values, both passages, the source and its date', () => {
  const { wording, before, after, previous, current } = explain('redemption_fee', fee);
  assert.equal(wording, {
    title: 'Redemption fee changed',
    headline: 'Redemption fee went from 0 % to 0.10 %',
    what: 'Redemption fee went from 0 % to 0.10 %.',
    whatDetail: 'The terms document, as of 3 June 2026: “We charge 0.10 %”. Before: “Redemption is free of charge.”',
  });
  assert.equal([before, after], ['0 %', '0.10 %']);
  assert.equal(previous, { label: 'Redemption fee', value: '0 %', note: null });
  assert.equal(current, { label: 'Redemption fee', value: '0.10 %', note: null });
});

test('the text of a draft states that the next reading decides', () => {
  const { wording } = explain('redemption_fee', { ...fee, stage: 'draft' });
  assert.is(wording.headline, 'Not confirmed yet: redemption fee went from 0 % to 0.10 %');
  assert.is(wording.what, 'Redemption fee went from 0 % to 0.10 %. One reading shows it; a later one decides.');
  assert.match(wording.whatDetail, /confirms the change or withdraws it\.$/);
});

test('the headline states a withdrawal if the change was notified', () => {
  const superseded = { ...fee, stage: 'superseded' } as const;
  assert.not.match(explain('redemption_fee', superseded).wording.headline, /Withdrawn/);
  assert.match(explain('redemption_fee', { ...superseded, wasNotable: true }).wording.headline, /^Withdrawn: /);
  const returned = { old: fee.new, new: fee.old, sense: 'returned', wasNotable: true } as const;
  assert.is(
    explain('redemption_fee', returned).wording.headline,
    'Withdrawn: the terms document states the redemption fee as before',
  );
});

test('a value that was not stated is null, and its text states so', () => {
  const added = explain('redemption_fee', { old: null, new: fee.new, kind: 'value_added' });
  assert.is(added.before, null);
  assert.is(added.previous.value, 'not stated');
  assert.is(added.wording.what, 'The terms document now states the redemption fee: 0.10 %.');
  const removed = explain('redemption_fee', { old: fee.old, new: null, kind: 'value_removed', removedBySource: true });
  assert.is(removed.after, null);
  assert.is(removed.wording.what, 'The terms document no longer states the redemption fee. Before: 0 %.');
  assert.match(removed.wording.whatDetail, /Three captures over 72 hours agree/);
});

const headlines: readonly (readonly [name: string, given: Partial<FieldFinding>, headline: string])[] = [
  [
    'redemption_right',
    { old: { code: 'none' }, new: { code: 'issuer_discretion' } },
    'Right of redemption changed: now at the discretion of the issuer',
  ],
  [
    'governing_law',
    { old: { law: 'DE' }, new: { law: 'US-NY' } },
    'Governing law changed from Germany (DE) to New York (US-NY)',
  ],
  [
    'redemption_suspension_grounds',
    { old: { codes: ['technical'] }, new: { codes: ['market_stress', 'technical'] } },
    'Grounds to suspend redemption changed; added: market stress',
  ],
  [
    'compensation_scheme',
    { old: { present: true }, new: { present: false } },
    'The terms document now states that there is no compensation or guarantee scheme',
  ],
  [
    'compensation_scheme',
    { old: { present: false }, new: { present: true } },
    'The terms document now states that there is a compensation or guarantee scheme',
  ],
  [
    'compensation_scheme',
    { old: { present: true, name: 'A' }, new: { present: true, name: 'B' } },
    'The terms document names the compensation or guarantee scheme otherwise than before',
  ],
  [
    'compensation_scheme',
    { old: null, new: { present: false }, kind: 'value_added' },
    'The terms document now states that there is no compensation or guarantee scheme',
  ],
  [
    'compensation_scheme',
    { old: { present: true }, new: null, kind: 'value_removed' },
    'The terms document no longer states whether there is a compensation or guarantee scheme',
  ],
  [
    'attestation_as_of',
    { old: { date: '2026-09-30' }, new: { date: '2026-10-31' } },
    'Latest reserve report date went from 30 September 2026 to 31 October 2026',
  ],
  [
    'freeze_and_seize_powers',
    { old: { codes: [] }, new: { codes: ['seize'] }, sourceKey: 'chain:eip155:1', sense: 'wording' },
    'The Ethereum chain states the powers to freeze and seize in other words',
  ],
  [
    'redemption_fee',
    { ...fee, sense: 'partial', sourceKey: 'fee-schedule' },
    'The source “fee-schedule” was read in part only',
  ],
  [
    'redemption_fee',
    { ...fee, sense: 'reread' },
    'A new reading of the same bytes gives another value for the redemption fee',
  ],
  [
    'redemption_fee',
    { ...fee, comparable: false },
    'A reading of the redemption fee is not comparable with the earlier one',
  ],
];

for (const [name, given, headline] of headlines) {
  test(headline, () => assert.is(explain(name, given).wording.headline, headline));
}

test('long values are cut in the texts, not in `before` and `after`', () => {
  const contact = 'x'.repeat(900);
  const { wording, after } = explain('complaints_contact', { old: { contact: 'y' }, new: { contact } });
  assert.ok(wording.headline.length < 140);
  assert.ok(wording.what.length < 500);
  assert.ok((after ?? '').length > 200);
});

test.run();
