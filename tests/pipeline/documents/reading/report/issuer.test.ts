/** The issuer of a reserve report: its addressee and a sentence have to agree. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';
import { emptyReading } from '../../../../../schemas/values/reading.ts';

const test = suite('the issuer of a report');

function issuer(...texts: readonly string[]): unknown {
  const blocks = texts.map((text, at) => ({ path: `p:nth-of-type(${at + 1})`, text, heading: null, own: true }));
  const reading = { ...emptyReading, class: 'html' as const, language: 'en', blocks };
  const profile = { id: 'reserve-report', language: 'en' };
  const view = viewOf(reading, { kind: 'report', profile, url: 'https://issuer.example/reserve', isWhole: true });
  return readFields(view, fieldReaders).stated.find(({ field }) => field === 'issuer_identity')?.value;
}

const to = 'To the Board of Directors and Management of Example Trust, LLC New York, NY';
const states =
  'Example Trust, LLC (the “Company”) has issued Example dollars (“EXUSD”), a U.S. dollar-backed stablecoin.';
const named = { name: 'Example Trust, LLC' };

test('a national association is a company with two names in one bracket', () => {
  const bank = 'Example Bank, National Association';
  const alias = `${bank} (“Exampleˮ or “the Companyˮ) is a trust bank.`;
  const issues = 'Example is the issuer of the EXUSD stablecoin (“EXUSDˮ).';
  assert.equal(issuer(`To the Management of ${bank}`, alias, issues), { name: bank });
  assert.is(issuer('To the Management of the National Association of Banks', alias, issues), undefined);
});

for (const addressee of [
  to,
  'To the Audit Committee and Management Example Trust, LLC',
  'To the Directors of Example Trust, LLC:',
])
  test(`addressee: ${addressee}`, () => assert.equal(issuer(addressee, states), named));

for (const text of [
  'Example Trust, LLC is the issuer of the EXUSD tokens.',
  'The exhibit includes the EXUSD redeemable tokens of Example Trust, LLC.',
  'EXUSD is issued and redeemed by Example Trust, LLC.',
])
  test(`states: ${text}`, () => assert.equal(issuer(to, text), named));

for (const addressee of [
  'To the Board of Directors of Example Holdings, Inc.',
  'To the Board of Directors of Example Trust, LLC and Example Europe, S.A.',
  'To the Board of Directors of Example Trust, LLC, Example Europe, S.A.',
  'To the management of Example Trust, LLC we gave notice of this.',
  'To the readers of this report',
  'Board of Directors of Example Trust, LLC',
])
  test(`no addressee that agrees: ${addressee}`, () => assert.is(issuer(addressee, states), undefined));

for (const text of [
  // Something else is issued.
  'Example Trust, LLC has issued this report about the tokens of Example Europe, S.A.',
  'Example Trust, LLC issues reports on stablecoins every month.',
  'Example Trust, LLC has issued bonds, a liability beside the tokens.',
  'Example Trust, LLC issues guidance to token holders.',
  // Another company has a part in it.
  'Example Trust, LLC has issued Example dollars (“EXUSD”), a stablecoin, through its subsidiary.',
  'Example Trust, LLC has issued Example dollars, a stablecoin, on behalf of the bank.',
  'EXUSD is issued by Example Trust, LLC and Example Europe, S.A.',
  'EXUSD is issued by Example Trust, LLC on behalf of another company.',
  'Example Trust, LLC is the former issuer of the EXUSD tokens.',
  // Not, or not yet.
  'Example Trust, LLC is not the issuer of the EXUSD tokens.',
  'EXUSD may be issued by Example Trust, LLC.',
  'EXUSD is not issued by Example Trust, LLC.',
  'Unless agreed otherwise, EXUSD is issued by Example Trust, LLC.',
  'EXUSD was issued by Example Trust, LLC.',
])
  test(`states no issuer: ${text}`, () => assert.is(issuer(to, text), undefined));

test('beside another sentence of an issuer, none decides', () => {
  for (const other of [
    'EXUSD is issued by Example Europe, S.A.',
    'The tokens are issued under licence by a bank.',
    'Example Bank (the “Issuer”) holds the deposits.',
    'An affiliate mints what is issued; tokens are minted by it.',
    'Some tokens are issued by an affiliate of the Company.',
  ])
    assert.is(issuer(to, states, other), undefined, other);
});

test('two addressees are none', () => {
  assert.is(issuer(to, 'To the Directors of Example Europe, S.A.', states), undefined);
});

test.run();
