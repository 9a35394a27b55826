import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ChainFact } from '../../../../pipeline/chain/statement.ts';
import { a, assetFact, authority, b, c, code, control, minters, named, openFold, stated } from './harness.ts';

/** What the second of two readings writes, without the mark of the reading. */
function after(before: readonly ChainFact[], now: readonly ChainFact[]): readonly string[] {
  const fold = openFold();
  fold.take({ states: [stated('x', ...before)], block: 0 });
  const { shown } = fold.take({ states: [stated('x', ...now)], block: 1 });
  return shown.filter((text) => !text.startsWith('chain_reading'));
}

const same = code('0x02');
const other = code('0x03');
const token = named('Token');

test('an authority without an answer stays while the code is the same', () => {
  assert.equal(after([same, authority('owner', a), control(a)], [same]), []);
});

test('with other code it is gone, and its last holder stays', () => {
  const shown = after([same, authority('owner', a), control(a)], [other]);
  assert.equal(shown.slice(1), ['owner gone {"reason":"function_gone"}']);
});

test('it is gone once, and written again when it answers', () => {
  const fold = openFold();
  const take = (block: number, ...facts: readonly ChainFact[]) =>
    fold.take({ states: [stated('x', ...facts)], block }).shown;
  take(0, same, authority('owner', a));
  assert.ok(take(1, other).includes('owner gone {"reason":"function_gone"}'));
  assert.equal(take(2, other), []);
  assert.equal(take(3, other, authority('owner', a)), [
    `owner authority ${a}`,
    'owner gone null',
    'chain_reading "stated"',
  ]);
});

test('an owner whom the contract does not name any more gives way to any account, and the reverse', () => {
  const open = { ...authority('owner', 'anyone'), subjectKey: 'owner:anyone' };
  assert.equal(after([same, authority('owner', a)], [same, open]), ['owner authority anyone']);
  assert.equal(after([same, open], [same, authority('owner', a)]), [
    `owner authority ${a}`,
    'owner:anyone authority null',
  ]);
});

test('given up needs an answer', () => {
  assert.equal(after([same, authority('owner', a)], [same, authority('owner', null)]), ['owner authority null']);
});

test('a paused token that shows no account that can pause keeps that power', () => {
  const powers = (...codes: readonly string[]): ChainFact => assetFact('powers', codes);
  const before = [
    same,
    assetFact('paused', false),
    powers('pause_all', 'upgrade_logic'),
    authority('pause_authority', a),
  ];
  const now = [same, assetFact('paused', true), powers('upgrade_logic')];
  assert.equal(after(before, now), ['paused true']);
  const lost = [same, assetFact('paused', false), powers('upgrade_logic'), authority('pause_authority', null)];
  assert.equal(after(before, lost), ['powers ["upgrade_logic"]', 'pause_authority authority null']);
});

test('a second holder does not end the first one', () => {
  const one = [same, authority('mint_authority', a)];
  const two = [same, authority(`mint_authority:${a}`, a), authority(`mint_authority:${b}`, b)];
  assert.equal(after(one, two), [`mint_authority:${b} authority ${b}`]);
  const others = [same, authority(`mint_authority:${b}`, b), authority(`mint_authority:${c}`, c)];
  assert.equal(after(one, others), [`mint_authority authority ${b}`, `mint_authority:${c} authority ${c}`]);
});

test('holders stay that a reading could not list, beside those it has, also with other code', () => {
  const two = [same, authority(`mint_authority:${a}`, a), authority(`mint_authority:${b}`, b)];
  const partly = assetFact('holders_not_known', ['mint_authority']);
  assert.equal(after(two, [same, partly, authority('mint_authority', b)]), ['holders_not_known ["mint_authority"]']);
  const replaced = after(two, [other, partly, authority('mint_authority', b)]);
  assert.is(replaced.filter((text) => text.includes('gone') || text.endsWith('null')).length, 0, replaced.join('; '));
});

test('one of several holders that is left keeps its key, and the others end', () => {
  const two = [same, authority(`mint_authority:${a}`, a), authority(`mint_authority:${b}`, b)];
  assert.equal(after(two, [same, authority('mint_authority', b)]), [`mint_authority:${a} authority null`]);
});

test('keys stay as they were stated over many readings', () => {
  const fold = openFold();
  const take = (block: number, ...facts: readonly ChainFact[]) =>
    fold.take({ states: [stated('x', same, ...facts)], block }).shown;
  take(0, authority('mint_authority', a));
  const two = [authority(`mint_authority:${a}`, a), authority(`mint_authority:${b}`, b)];
  assert.is(take(1, ...two).length, 2);
  assert.equal(take(2, ...two), []);
  assert.equal(take(3, authority('mint_authority', b)), [
    `mint_authority authority ${b}`,
    `mint_authority:${b} authority null`,
    'chain_reading "stated"',
  ]);
});

test('a getter that does not answer beside holders of a role is not given up', () => {
  const role = authority(`owner:${b}`, b);
  assert.equal(after([same, authority('owner', a), role], [same, role]), []);
});

test('the last holder of a role that is still there has left it', () => {
  const before = [same, authority(`mint_authority:${a}`, a), minters(a)];
  assert.equal(after(before, [same, minters()]).slice(1), [`mint_authority:${a} authority null`]);
});

test('an account that no authority leads to any more is no controller', () => {
  const before = [same, authority('owner', a), control(a, 'safe'), control(b)];
  assert.equal(after(before, [same, authority('owner', c), control(c)]).slice(2), [
    `${a} control null`,
    `${b} control null`,
  ]);
});

test('while an authority has no answer, its accounts stay', () => {
  const before = [same, authority('owner', a), authority('mint_authority', b), control(a), control(b)];
  assert.equal(after(before, [same, authority('mint_authority', b), control(b)]), []);
});

test('a name without an answer stays; with other code it is what the token states now', () => {
  assert.equal(after([token, same], [named(null), same]), []);
  assert.is(after([token, same], [named(null), other]).length, 2);
});

test('figures without an answer stay; a cap and an offer end with other code', () => {
  const figures = ['supply', 'cap', 'ownership_offer', 'paused'].map((field) =>
    assetFact(field, field === 'paused' ? true : '1'),
  );
  assert.equal(after([same, ...figures], [same]), []);
  assert.equal(after([same, ...figures], [other]).slice(1), ['cap null', 'ownership_offer null']);
});

const voters = [b, c];
const vault = (threshold: number, delegate: string | null = c): ChainFact => ({
  ...control(a),
  value: { kind: 'squads', note: null, delegate, signers: [a, b, c], voters, threshold, next: voters },
});
const unlinked: ChainFact = { ...control(a), value: { kind: 'contract', note: 'program_address', delegate: null } };
const held = (threshold: number): ChainFact => ({
  ...authority('owner', a),
  value: { type: 'owner', address: a, accountType: 'multisig', signers: voters, threshold },
});

test('a vault whose multisig is not among its newest transactions stays as it was, with its members', () => {
  const fold = openFold();
  fold.take({ states: [stated('x', vault(2), control(b), control(c), held(2))], block: 0 });
  const lost = fold.take({ states: [stated('x', unlinked, authority('owner', a))], block: 1 });
  assert.equal(lost.shown, []);
  assert.equal(lost.outcome.alarms, [
    `x: the multisig of ${a} is not among its newest transactions; what was stated of it stays.`,
  ]);
  const found = fold.take({ states: [stated('x', vault(1), control(b), control(c), held(1))], block: 2 });
  assert.is(found.shown.length, 3, 'a change of the multisig is stated when it is found again');
  assert.equal(found.outcome.alarms, []);
});

test('a vault without its link that is given another authority holds it as the multisig it was', () => {
  const shown = after([vault(2), held(2)], [unlinked, authority('owner', a), authority('mint_authority', a)]);
  assert.is(shown.length, 1);
  assert.match(shown.join(), /^mint_authority authority/);
});

test('an address of a program that was never linked, or the account of a multisig itself, is stated as it is', () => {
  assert.is(after([control(a)], [unlinked]).length, 1);
  assert.is(after([vault(2, null)], [unlinked]).length, 1);
  assert.is(after([vault(2)], [control(a)]).length, 1);
});

test.run();
