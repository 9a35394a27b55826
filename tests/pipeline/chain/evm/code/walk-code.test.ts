import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { selectorOf } from '../../../../../pipeline/chain/evm/calls/selector-of.ts';
import { type CodeWalk, walkCode } from '../../../../../pipeline/chain/evm/code/walk-code.ts';
import { assembled } from '../../../../support/chain/assemble.ts';

let walked = 0;
/** Each walk has a hash of its own, because walks are kept by it. */
const walk = (code: Buffer): CodeWalk => walkCode(`0x${(walked++).toString(16)}`, code);

const [mint, pause] = [selectorOf('mint(address,uint256)'), selectorOf('pause()')];
const functionsIn = (code: Buffer): readonly string[] | null => {
  const { functions } = walk(code);
  return functions === null ? null : [...functions].sort();
};

const selector = '0x00 CALLDATALOAD 0xe0 SHR';
const failed = ':fail 0x00 0x00 REVERT';
const store = '0x01 0x00 SSTORE STOP';
const run = (instruction: string): string => `0x00 0x00 0x00 0x00 0x00 SLOAD GAS ${instruction} STOP`;

for (const [what, check] of [
  ['the caller', 'CALLER 0x00 SLOAD EQ'],
  ['a flag in storage', '0x01 SLOAD ISZERO'],
] as const) {
  test(`functions behind a check of ${what}, which every call passes first, are found`, () => {
    const text = `${check} @on JUMPI @fail JUMP :on ${selector} DUP1 ${mint} EQ @mint JUMPI ${pause} EQ @pause JUMPI ${failed} :mint ${store} :pause 0x02 0x03 SSTORE STOP`;
    assert.equal(functionsIn(assembled(text)), [mint, pause].sort());
  });
}

test('a function that refuses the account of zero without a reason is found', () => {
  const text = `${selector} ${mint} EQ @mint JUMPI ${failed} :mint 0x04 CALLDATALOAD ISZERO @fail JUMPI CALLER 0x00 SLOAD EQ ISZERO @fail JUMPI ${store}`;
  assert.equal(functionsIn(assembled(text)), [mint]);
});

test('a function that refuses calls of another length than its own is found', () => {
  const text = `${selector} ${mint} EQ @mint JUMPI ${failed} :mint CALLDATASIZE 0x44 EQ ISZERO @fail JUMPI ${store}`;
  assert.equal(functionsIn(assembled(text)), [mint]);
});

/** Vyper writes the places of functions behind the code, in a table by what remains of the selector. */
const tableOf = (names: readonly string[], bodies: string): Buffer =>
  assembled(
    `0x02 0x02 ${selector} MOD MUL @data ADD 0x02 SWAP1 0x1e CODECOPY 0x00 MLOAD JUMP ${failed} ${bodies}`,
    names,
  );
const entry = (name: string, one: string, body: string): string =>
  `:${name} ${selector} ${one} SUB @fail JUMPI ${body}`;

test('functions in a table by the remainder of the selector are found, and what one runs', () => {
  const other = pause;
  assert.is(Number(mint) % 2, 1);
  const bodies = `${entry('one', mint, store)} ${entry('none', other, run('DELEGATECALL'))}`;
  const { functions, mayRunOther } = walk(tableOf(Number(other) % 2 === 0 ? ['none', 'one'] : ['one', 'one'], bodies));
  assert.ok(functions?.has(mint));
  assert.is(mayRunOther, true);
});

test('code that runs other code without input, or with coins, may change', () => {
  const bare = `CALLDATASIZE ISZERO @run JUMPI ${selector} ${mint} EQ @mint JUMPI ${failed} :mint ${store} :run ${run('DELEGATECALL')}`;
  assert.is(walk(assembled(bare)).mayRunOther, true);
  const paid = `0x01 CALLVALUE SUB @fail JUMPI ${run('DELEGATECALL')} ${failed}`;
  assert.equal(
    walk(assembled(paid)).targets.map(({ kind }) => kind),
    ['slot'],
  );
});

test('a function whose selector begins with zeros may run other code', () => {
  const text = `${selector} 0xa7 EQ @run JUMPI ${failed} :run ${run('DELEGATECALL')}`;
  assert.is(walk(assembled(text)).mayRunOther, true);
});

for (const [what, comparison] of [
  ['computed by a shift', '0x00 CALLDATALOAD 0xa7 0xe0 SHL EQ'],
  [
    'computed by a product',
    '0x00 CALLDATALOAD 0x0100000000 0xa7 MUL 0x01000000000000000000000000000000000000000000000000 MUL EQ',
  ],
  ['a part of a whole word', `0x00 CALLDATALOAD 0x${'ff'.repeat(4)}${'00'.repeat(28)} AND 0xa7${'00'.repeat(28)} EQ`],
  ['compared behind other instructions', `0xa7 ${selector} DUP1 SWAP1 POP EQ`],
] as const) {
  test(`a function whose selector is ${what} may run other code`, () => {
    assert.is(walk(assembled(`${comparison} @run JUMPI ${failed} :run ${run('DELEGATECALL')}`)).mayRunOther, true);
    assert.is(walk(assembled(`${comparison} @run JUMPI ${failed} :run ${store}`)).mayRunOther, false);
  });
}

test('a function may run other code in the way before DELEGATECALL', () => {
  const text = `${selector} ${mint} EQ @run JUMPI ${failed} :run 0x00 ${run('CALLCODE')}`;
  assert.is(walk(assembled(text)).mayRunOther, true);
});

test('a key that runs the code of a contract may run other code', () => {
  const account = 'c0de'.padStart(40, '0');
  const { targets, mayRunOther } = walk(Buffer.from(`ef0100${account}`, 'hex'));
  assert.equal(targets, [{ kind: 'key', address: `0x${account}` }]);
  assert.is(mayRunOther, true);
});

test('code that runs none is fixed, and has no function that it merely calls', () => {
  const text = `${selector} ${pause} EQ @pause JUMPI ${failed} :pause ${mint} POP ${store}`;
  const { functions, targets, mayRunOther } = walk(assembled(text));
  assert.equal([...(functions ?? [])], [pause]);
  assert.equal(targets, []);
  assert.is(mayRunOther, false);
});

test.run();
