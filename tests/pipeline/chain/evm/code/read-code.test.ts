import { keccak_256 } from '@noble/hashes/sha3.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { headBytes } from '../../../../../pipeline/chain/evm/calls/reader-code.ts';
import { type SlotName, slotNames } from '../../../../../pipeline/chain/evm/calls/views.ts';
import {
  type ContractToWalk,
  type KnownCode,
  readKnownCode,
} from '../../../../../pipeline/chain/evm/code/read-code.ts';
import { assembled } from '../../../../support/chain/assemble.ts';

const proxyAt = (slot: string): Buffer =>
  assembled(`CALLDATASIZE 0x00 0x00 CALLDATACOPY 0x00 0x00 CALLDATASIZE 0x00 ${slot} SLOAD GAS DELEGATECALL STOP`);
const codes = [proxyAt('0x07'), proxyAt('0x08'), assembled('STOP')] as const;

const contract = (index: number, code: Buffer): ContractToWalk => {
  const head = Buffer.alloc(headBytes);
  code.copy(head);
  const hash = `0x${Buffer.from(keccak_256(code)).toString('hex')}`;
  return { address: `0x${index.toString(16).padStart(40, '0')}`, code: { hash, size: code.length, head }, slots: null };
};

const blockHash = `0x${'1'.repeat(64)}`;
const target = `0x${'ab'.repeat(20)}`;

test('contracts whose code names the same slots share a request, up to 200 of them', () => {
  const contracts = Array.from({ length: 450 }, (_, index) => contract(index, codes[index % 3] ?? codes[0]));
  const requests = readKnownCode({ blockHash, overrides: true }, contracts, true).next();
  assert.is(requests.done, false);
  assert.is(requests.value instanceof Array ? requests.value.length : 0, 2);
});

test('a contract whose slot was not read is not known, and the others of its form are', () => {
  const contracts = [0, 1, 2].map((index) => contract(index, codes[0]));
  const plan = readKnownCode({ blockHash, overrides: false }, contracts, true);
  const requests = plan.next().value;
  assert.ok(Array.isArray(requests) && requests.length === 3);
  const word = { kind: 'result', result: `0x${target.slice(2).padStart(64, '0')}` } as const;
  const { done, value } = plan.next([word, { kind: 'error', code: -32000, message: 'missing trie node' }, word]);
  assert.is(done, true);
  const known = value as ReadonlyMap<string, KnownCode>;
  assert.equal([...known.keys()], [contracts[0]?.address, contracts[2]?.address]);
  for (const { targets } of known.values())
    assert.equal(
      targets.map(({ address }) => address),
      [target],
    );
});

test('a slot that was read already is not read again', () => {
  const word = Buffer.from(target.slice(2).padStart(64, '0'), 'hex');
  const words = slotNames.map((name) => [name, name === 'first' ? word : Buffer.alloc(32)]);
  const proxy = { ...contract(1, proxyAt('0x00')), slots: Object.fromEntries(words) as Record<SlotName, Buffer> };
  const { done, value } = readKnownCode({ blockHash, overrides: true }, [proxy], true).next();
  assert.is(done, true);
  const [known] = (value as ReadonlyMap<string, KnownCode>).values();
  assert.equal(
    known?.targets.map(({ address }) => address),
    [target],
  );
});

test('contracts without slots need no request', () => {
  const { done, value } = readKnownCode({ blockHash, overrides: true }, [contract(1, codes[2])], true).next();
  assert.is(done, true);
  assert.is(value instanceof Map ? value.size : 0, 1);
});

test.run();
