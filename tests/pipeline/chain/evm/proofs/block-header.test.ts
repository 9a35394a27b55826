import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hexOf } from '../../../../../pipeline/chain/evm/calls/abi.ts';
import { stateRootOf } from '../../../../../pipeline/chain/evm/proofs/block-header.ts';
import { answerIn } from '../../../../support/chain/io-files.ts';

const folder = 'tests/fixtures/evm-proofs';
type Block = Readonly<Record<string, unknown>>;

const forks = ['genesis', 'block-london-fork', 'block-merge-fork', 'block-shanghai-fork', 'block-cancun-fork'];
const ethereum = [...forks, 'block-prague-fork', 'latest'].map(
  (name) => [name, answerIn(`${folder}/get-${name}.io`) as Block] as const,
);
const avalanche = (JSON.parse(readFileSync(`${folder}/avalanche.json`, 'utf8')) as readonly Block[]).map(
  (block) => [`avalanche ${Number(block['number'])}`, block] as const,
);

const rootOf = (block: unknown, hash: unknown): string | null => {
  const root = stateRootOf(block, String(hash));
  return root === null ? null : hexOf(Buffer.from(root));
};

for (const [name, block] of [...ethereum, ...avalanche]) {
  test(`${name}: the header hashes to the block hash, and gives its state root`, () => {
    assert.is(rootOf(block, block['hash']), block['stateRoot']);
  });

  test(`${name}: no member of the header can be changed, left out or lengthened`, () => {
    const isOfHeader = (member: string): boolean => {
      const without = Object.fromEntries(Object.entries(block).filter(([key]) => key !== member));
      return rootOf(without, block['hash']) === null;
    };
    const members = Object.keys(block).filter((member) => typeof block[member] === 'string' && isOfHeader(member));
    assert.ok(members.length >= 15, String(members.length));
    for (const member of members) {
      const text = String(block[member]);
      const last = text.endsWith('1') ? '2' : '1';
      for (const other of [`${text.slice(0, -1)}${last}`, `${text}01`, 'no hex', 7, { hex: text }]) {
        assert.is(rootOf({ ...block, [member]: other }, block['hash']), null, `${member} ${JSON.stringify(other)}`);
      }
    }
  });
}

test('the hash that a node states beside a header proves nothing', () => {
  const [, block] = ethereum[6] ?? [];
  const lie = { ...block, stateRoot: `0x${'11'.repeat(32)}` };
  assert.is(rootOf(lie, block?.['hash']), null);
});

test('a header of a form that is not known here has no root: nothing is claimed of it', () => {
  const [, block] = avalanche[1] ?? [];
  const { extDataHash, ...other } = block ?? {};
  assert.is(rootOf(other, block?.['hash']), null);
  assert.ok(extDataHash);
});

for (const nothing of [null, undefined, 'text', 7, [], {}]) {
  test(`no block: ${JSON.stringify(nothing)}`, () => assert.is(rootOf(nothing, `0x${'00'.repeat(32)}`), null));
}

test.run();
