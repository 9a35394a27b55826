import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readBytes } from '../../../../../infra/reading/readers/read-bytes.ts';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { type DocumentFields, readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import type { Profile } from '../../../../../pipeline/documents/reading/profiles/schema.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';
import { textOf } from '../../../../docs/tree.ts';

const test = suite('places that a profile declares');

async function read(text: string, profile: Partial<Profile>): Promise<DocumentFields> {
  const { reading } = await readBytes(Buffer.from(text), { class: null, charset: null });
  const context = { kind: 'page', url: 'https://issuer.example/page', isWhole: true } as const;
  return readFields(viewOf(reading, { ...context, profile: { id: 'page', language: 'en', ...profile } }), fieldReaders);
}
const stated = async (text: string, profile: Partial<Profile>): Promise<unknown> =>
  (await read(text, profile)).stated.map(({ field, value, rule, quote }) => [field, value, rule, quote]);

const custodians = (over: Partial<NonNullable<Profile['fields']>[string]> = {}): Partial<Profile> => ({
  fields: { reserve_custodians: { rule: 'selector:custodians', anchor: 'Custodian', parties: 'declared', ...over } },
});
const named = (quote: string, ...names: readonly string[]): unknown => [
  ['reserve_custodians', { parties: names.map((name) => ({ name })) }, 'selector:custodians', quote],
];
const page = (body: string): string => `<html><body><main>${body}</main></body></html>`;

test('the text beside, after or behind an anchor is read whole', async () => {
  const row =
    '<table><tr><td>Issuer</td><td>Example SA</td></tr><tr><td>Custodian:</td><td>Bank of Malta</td></tr></table>';
  assert.equal(await stated(page(row), custodians()), named('Bank of Malta', 'Bank of Malta'));
  assert.equal(
    await stated(page('<dt>Custodian</dt><dd>Vault; Bank</dd>'), custodians()),
    named('Vault; Bank', 'Bank', 'Vault'),
  );
  assert.equal(
    await stated(page('<p>Custodian: Bank of Malta</p>'), custodians()),
    named('Bank of Malta', 'Bank of Malta'),
  );
});

test('another text near the anchor is no value', async () => {
  for (const body of [
    '<p>Our custodian is Bank of Malta.</p>',
    '<p>Custodian</p><h2>Bank of Malta</h2>',
    '<p>Former custodian: Bank of Malta</p>',
    '<p>Custodian: the bank that we choose is Bank of Malta</p>',
    '<p>Custodian: Bank of Malta or Bank of Gozo</p>',
    '<p>Custodian: Bank of Malta</p><p>Custodian: Bank of Gozo</p>',
    '<table><tr><td>Custodian</td><td>Bank of Malta</td><td>since 2024, formerly Bank of Gozo</td></tr></table>',
  ])
    assert.equal(await stated(page(body), custodians()), [], body);
});

test('names are read only where the profile declares that the place has them', async () => {
  const { fields } = custodians();
  const { parties: _parties, ...silent } = fields?.['reserve_custodians'] ?? { rule: '' };
  const { stated: none, left } = await read(page('<p>Custodian: Bank of Malta</p>'), {
    fields: { reserve_custodians: silent },
  });
  assert.equal(none, []);
  assert.equal(
    left.map(({ why }) => why),
    ['the profile does not declare that the place names parties'],
  );
});

test('a selector means the elements inside of it, and with an anchor only these', async () => {
  const body = '<div id="a"><p>Custodian: Bank of Malta</p></div><div id="b"><p>Custodian: Bank of Gozo</p></div>';
  assert.equal(await stated(page(body), custodians({ selector: '#b' })), named('Bank of Gozo', 'Bank of Gozo'));
  const frequency: Partial<Profile> = {
    fields: { attestation_frequency: { rule: 'selector:frequency', selector: 'td.often' } },
  };
  assert.equal(await stated(page('<table><tr><td class="often">Monthly</td><td>Daily</td></tr></table>'), frequency), [
    ['attestation_frequency', { code: 'monthly' }, 'selector:frequency', 'Monthly'],
  ]);
  assert.equal(await stated(page('<p class="often">Monthly</p>'), frequency), []);
});

test('a member of JSON is found by its pointer, and must have the form of the field', async () => {
  const at = (pointer: string): Partial<Profile> => ({
    fields: { attestation_frequency: { rule: `selector:${pointer}` } },
  });
  const document = JSON.stringify({ report: { frequency: 'daily', 'a/b': 'weekly', last: null, other: 'often' } });
  assert.equal(await stated(document, at('/report/frequency')), [
    ['attestation_frequency', { code: 'daily' }, 'selector:/report/frequency', 'daily'],
  ]);
  assert.equal(await stated(document, at('/report/a~1b')), [
    ['attestation_frequency', { code: 'weekly' }, 'selector:/report/a~1b', 'weekly'],
  ]);
  for (const pointer of ['/report', '/report/last', '/report/other', '/frequency'])
    assert.equal(await stated(document, at(pointer)), [], pointer);
});

test('a declared place decides over a sentence elsewhere, also when it is not read', async () => {
  const sentence = '<p>Reserve reports are published monthly.</p>';
  const profile: Partial<Profile> = {
    fields: { attestation_frequency: { rule: 'selector:often', anchor: 'Reports' } },
  };
  assert.equal(await stated(page(`${sentence}<p>Reports: quarterly</p>`), profile), [
    ['attestation_frequency', { code: 'quarterly' }, 'selector:often', 'quarterly'],
  ]);
  assert.equal(await stated(page(`${sentence}<p>Reports: now and then</p>`), profile), []);
  assert.equal(await stated(page(sentence), profile), [
    [
      'attestation_frequency',
      { code: 'monthly' },
      'keyword:reports-published',
      'Reserve reports are published monthly.',
    ],
  ]);
});

test('only selected parts are read', async () => {
  const law = (country: string): string => `<p>These terms are governed by the laws of ${country}.</p>`;
  const body = `${law('Malta')}<h2 id="terms">Terms</h2>${law('Ireland')}<footer>${law('France')}</footer>${law('Spain')}`;
  const values = async (select: Profile['select']): Promise<unknown> =>
    (await read(page(body), { ...(select === undefined ? {} : { select }) })).stated.map(({ value }) => value);
  assert.equal(await values(undefined), []);
  assert.equal(await values([{ startAfter: '#terms', endBefore: 'footer' }]), [{ law: 'IE' }]);
  assert.equal(await values([{ endBefore: 'h2' }]), [{ law: 'MT' }]);
  assert.equal(await values([{ startAfter: '#gone' }]), []);
  assert.equal(await values([{ startAfter: 'footer' }]), [{ law: 'ES' }]);
});

test('the profile of docs/documents.md reads the values that the page lists', async () => {
  const [, shown = ''] =
    /```json\n(\{\n {2}"id": "page\/example-usd"[\s\S]*?)```/.exec(textOf('docs/documents.md')) ?? [];
  const { extends: _extends, ...profile } = JSON.parse(shown) as Profile & { readonly extends: string };
  const body =
    '<p>Custodian: Old Bank</p><h2 id="reserve">Reserve</h2><dt>Custodian</dt><dd>Bank of Malta</dd><footer>x</footer>';
  assert.equal(await stated(page(body), profile), named('Bank of Malta', 'Bank of Malta'));
  assert.equal(await stated(JSON.stringify({ report: { frequency: 'weekly' } }), profile), [
    ['attestation_frequency', { code: 'weekly' }, 'selector:/report/frequency', 'weekly'],
  ]);
});

test.run();
