/** Custodians of a reserve in a sentence of a report. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';
import { reserveCustodians } from '../../../../../pipeline/documents/reading/rules/reserve-custodians.ts';
import { emptyReading } from '../../../../../schemas/values/reading.ts';
import { inTerms, type Outcome } from '../form-outcomes.ts';

const test = suite('custodians in sentences');

const both = { parties: [{ name: 'State Street' }, { name: 'Western Alliance Bank' }] };

const sentences: readonly (readonly [text: string, outcome: Outcome])[] = [
  ['The reserves are held at Western Alliance Bank and State Street.', both],
  [
    'All of the Example dollar reserves are held and maintained as cash deposits at State Street and Western Alliance Bank.',
    both,
  ],
  [
    'The EXUSD reserve is kept in custody by The Bank of New York Mellon.',
    { parties: [{ name: 'The Bank of New York Mellon' }] },
  ],
  ['Its reserve assets are held with Citibank, N.A.', { parties: [{ name: 'Citibank, N.A.' }] }],
  // A part of the reserve has other places beside it.
  ['Part of the reserves is held at State Street.', 'left'],
  ['Most of its reserves are held at State Street.', 'left'],
  ['The cash reserves are held at State Street.', 'left'],
  ['The Remaining dollar reserves are held at State Street.', 'left'],
  ['The US dollar reserves are held at State Street.', 'left'],
  ['The USD reserves are held at State Street.', 'left'],
  ['The Canadian dollar reserves are held at State Street.', 'left'],
  ['The CUSTOMER reserves of the Company are held at State Street.', 'left'],
  // More names than the list has, or fewer.
  ['The reserves are held at State Street and Unknown Bank.', 'left'],
  ['The reserves are held at State Street and other institutions.', 'left'],
  ['The reserves are held at State Street or Western Alliance Bank.', 'left'],
  ['The reserves are held at State Street; bills are kept elsewhere.', 'left'],
  ['The reserves are held at banks such as State Street.', 'left'],
  ['The reserves are held at State Street Capital Partners.', 'left'],
  // Not, no longer, or not yet.
  ['The reserves are not held at State Street.', 'left'],
  ['The reserves were held at State Street.', 'left'],
  ['The reserves may be held at State Street.', 'left'],
  ['The reserves will be held at State Street.', 'left'],
  ['If requested, the reserves are held at State Street.', 'left'],
  // Sentences beside which no list is known to be whole.
  ['Treasury bills are held by a qualified custodian.', 'left'],
  ['BNY Mellon provides safekeeping of the bills.', 'left'],
  ['The Company, through a custodian, receives the securities.', 'left'],
  // Sentences of something else.
  ['Reserve assets must be held in custody with insured institutions.', undefined],
  ['The exit meeting was held on Monday.', undefined],
];
for (const [text, outcome] of sentences) test(text, () => assert.equal(inTerms(reserveCustodians, text), outcome));

function custodians(...texts: readonly string[]): unknown {
  const blocks = texts.map((text, at) => ({ path: `p:nth-of-type(${at + 1})`, text, heading: null, own: true }));
  const reading = { ...emptyReading, class: 'html' as const, language: 'en', blocks };
  const profile = { id: 'reserve-report', language: 'en' };
  const view = viewOf(reading, { kind: 'report', profile, url: 'https://issuer.example/reserve', isWhole: true });
  return readFields(view, fieldReaders).stated.find(({ field }) => field === 'reserve_custodians')?.value;
}

test('beside another sentence of where the reserve is, the list states nothing', () => {
  const whole = 'The reserves are held at State Street and Western Alliance Bank.';
  assert.equal(custodians(whole), both);
  for (const other of [
    'Treasury bills are kept with a bank.',
    'Citibank, N.A. has the gold.',
    'Our custodian is a trust company.',
    'The reserves are held at State Street.',
  ])
    assert.is(custodians(whole, other), undefined, other);
});

test.run();
