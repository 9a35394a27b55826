/** Lines that JSON can express and a registry must not take. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exportLines } from '../../../pipeline/registry/export.ts';
import { describeIssue } from '../../../pipeline/registry/import/issue.ts';
import { readLines } from '../../../pipeline/registry/import/lines.ts';
import { type ImportRequest, planImport } from '../../../pipeline/registry/import/plan-import.ts';
import { repeatedMember } from '../../../schemas/values/json-spelling.ts';
import type { RegistryAsset, RegistryParty } from '../../../schemas/generated/records.ts';
import { runsOf } from '../../support/runs.ts';
import { assetLine, partyLine, request, uuid } from './declarations.ts';

const now = request([]).now;
const refusals = (text: string, over: Partial<ImportRequest> = {}): readonly string[] => {
  const plan = planImport(request([], { files: [{ name: 'a', text }], ...over }));
  return plan.ok ? [] : plan.issues.map(describeIssue);
};
const lineOf = (over: Readonly<Record<string, unknown>>, line: object = partyLine(1)): string =>
  JSON.stringify({ ...line, ...over });
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const proof = {
  type: 'proof',
  proofId: uuid(9),
  assetId: uuid(101),
  authority: { type: 'owner', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  method: { type: 'admin_manual' },
  provedAt: '2026-01-01T00:00:00Z',
};
const withProof = (over: Readonly<Record<string, unknown>>): string =>
  [JSON.stringify(assetLine(1)), JSON.stringify({ ...proof, ...over })].join('\n');
const future = new Date(now + 5 * 60_000 + 1).toISOString();
const almost = new Date(now + 5 * 60_000).toISOString();

const cases: readonly (readonly [what: string, text: string, issue: string])[] = [
  ['depth 5,000', `{"type":"party","kyi":${nested(5_000)}}`, 'a:1: kyi: is nested deeper than 32 levels'],
  [
    'depth 300,000',
    `{"type":${'['.repeat(300_000)}${']'.repeat(300_000)}}`,
    'a:1: type: is nested deeper than 32 levels',
  ],
  [
    'evidence of depth 33',
    withProof({ evidence: JSON.parse(nested(33)) as unknown }),
    'a:2: evidence: is nested deeper',
  ],
  ['a name twice', lineOf({}).replace('{', '{"name":"First",'), 'a:1: name: occurs twice in its object'],
  ['a name twice, escaped', lineOf({}).replace('{', '{"n\\u0061me":"First",'), 'a:1: name: occurs twice'],
  [
    'a member twice deep in a list',
    `{"type":"asset","sources":[{"url":"a"},{"url":"a","b":[],"url":"b"}]}`,
    'a:1: sources[1].url: occurs twice in its object',
  ],
  ['a number beyond every limit', '{"type":"asset","decimals":1e999}', 'a:1: decimals: is too large a number'],
  ['NUL in a name', lineOf({ name: 'a\0b' }), 'a:1: name: has the control character U+0000'],
  ['CR in a name', lineOf({ name: 'a\rb' }), 'a:1: name: has the control character U+000D'],
  ['LF in a name', lineOf({ name: 'a\nb' }), 'a:1: name: has the control character U+000A'],
  ['ESC in an alias', lineOf({ aliases: ['a', '\u001b[2J'] }), 'a:1: aliases[1]: has the control character U+001B'],
  ['C1 in a name', lineOf({ name: 'a\u009b2J' }), 'a:1: name: has the control character U+009B'],
  ['ESC in a description', lineOf({ description: '\u001b' }), 'a:1: description: has the control character U+001B'],
  ['CR alone in a description', lineOf({ description: 'a\rb' }), 'a:1: description: has the control character U+000D'],
  ['NUL in a challenge', withProof({ challenge: 'a\0' }), 'a:2: challenge: has the control character U+0000'],
  ['ESC in evidence', withProof({ evidence: { a: ['\u001b'] } }), 'a:2: evidence.a[0]: has the control character'],
  ['ESC in the name of a member', lineOf({ 'a\u001b': 1 }), 'has a member whose name has the control character U+001B'],
  ['a name of 513', lineOf({ name: 'ä'.repeat(513) }), 'a:1: name: has more than 512 characters'],
  ['a name of 5 MB', lineOf({ name: 'a'.repeat(5_000_000) }), 'a:1: is longer than 1048576 bytes'],
  ['1 MiB of two bytes each', lineOf({ name: 'ä'.repeat(600_000) }), 'a:1: is longer than 1048576 bytes'],
  ['a symbol of 513', lineOf({ symbol: 'a'.repeat(513) }, assetLine(1)), 'a:1: symbol: has more than 512 characters'],
  ['a description of 4,097', lineOf({ description: 'a'.repeat(4_097) }), 'description: has more than 4096 characters'],
  [
    'an address that is too long',
    lineOf({ websiteUrl: `https://a.example/${'a'.repeat(2_048)}` }, assetLine(1)),
    'websiteUrl: ',
  ],
  [
    'verified in 9999',
    lineOf({ verifiedAt: '9999-12-31T23:59:59Z' }, assetLine(1)),
    'a:1: verifiedAt: is more than five',
  ],
  [
    'KYI ahead',
    lineOf({ kyi: { status: 'verified', at: future } }),
    'a:1: kyi.at: is more than five minutes in the future',
  ],
  [
    'KYB ahead',
    lineOf({ kyb: { verified: true, at: future } }),
    'a:1: kyb.at: is more than five minutes in the future',
  ],
];
for (const [what, text, issue] of cases) {
  test(`refused with file, line and member: ${what}`, () => {
    const found = refusals(text);
    assert.is(found.length, 1, found.join('\n'));
    assert.ok(found[0]?.includes(issue), found[0]);
  });
}

test('what is at the limits is taken', () => {
  for (const text of [
    lineOf({ name: '🦊'.repeat(512), description: 'a\r\n\tb\n'.repeat(600) }),
    lineOf({ kyi: { status: 'verified', at: almost }, kyb: { verified: true, at: almost } }),
    withProof({ challenge: 'a\r\n\tb\n', evidence: { note: 'a\n', deep: JSON.parse(nested(30)) as unknown } }),
  ]) {
    assert.equal(refusals(text), []);
  }
});

test('a time is compared with the clock, not with the as-of', () => {
  const over = { asOf: Date.UTC(2020, 0, 1) };
  assert.equal(refusals(lineOf({ kyi: { status: 'verified', at: '2025-01-01T00:00:00Z' } }), over), []);
});

test('what is taken exports and imports again', () => {
  const lines = [partyLine(1, { description: 'a\r\n\tb' }), assetLine(1, { description: 'c\nd', verifiedAt: almost })];
  const plan = planImport(request(lines));
  assert.ok(plan.ok);
  const values = plan.records.map(({ value }) => value);
  const [party, asset] = values as [RegistryParty, RegistryAsset];
  const again = planImport(
    request([], {
      files: [{ name: 'b', text: [...exportLines({ parties: [party], assets: [asset], proofs: [] })].join('\n') }],
    }),
  );
  assert.equal(again.ok ? again.records.map(({ value }) => value) : again.issues, values);
});

test('repeated members are found in any JSON, and nothing else is', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      assert.is(repeatedMember(JSON.stringify(JSON.parse(text))), null);
    }),
    { numRuns: runsOf(500) },
  );
  for (const text of [
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '{"a":"a","b":"\\"a\\":"}',
    '["a","a"]',
    '{"":1,"a":[":"]}',
  ]) {
    assert.is(repeatedMember(text), null, text);
  }
  assert.is(repeatedMember('{"a":[[],{"":0,"":0}]}'), 'a[1].');
  assert.is(repeatedMember('{"__proto__":1,"__proto__":2}'), '__proto__');
});

test('an import with too many lines or problems is not read to its end', () => {
  const most = { lines: 2, problems: 2 };
  const reasons = (text: string): readonly string[] => readLines([{ name: 'a', text }], most).issues.map(describeIssue);
  assert.equal(reasons('{}\n\n{}\n'), []);
  assert.equal(reasons('{}\n{}\n\n{}\n{}'), [
    'a:4: is one more than the 2 lines of an import; import the rest by itself',
  ]);
  const read = readLines([{ name: 'a', text: 'x\n'.repeat(9) }], most);
  assert.is(read.issues.length, 3);
  assert.is(read.issues.at(-1)?.reason, 'is not read: 2 lines before it have problems; correct those first');
});

test.run();
