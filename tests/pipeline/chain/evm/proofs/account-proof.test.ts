import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bytesOf, padded } from '../../../../../pipeline/chain/evm/calls/abi.ts';
import {
  type AccountProof,
  noCodeHash,
  verifyAccountProof,
} from '../../../../../pipeline/chain/evm/proofs/account-proof.ts';
import { stateRootOf } from '../../../../../pipeline/chain/evm/proofs/block-header.ts';
import { type Anvil, startAnvil } from '../../../../support/chain/anvil.ts';
import { answerIn, paramsIn } from '../../../../support/chain/io-files.ts';
import { runsOf } from '../../../../support/runs.ts';

const folder = 'tests/fixtures/evm-proofs';
const slot = (key: number): string => `0x${padded(key.toString(16))}`;

interface Proof {
  readonly accountProof: readonly string[];
  readonly storageProof: readonly { readonly proof: readonly string[] }[];
}
interface Case {
  readonly root: Uint8Array;
  readonly address: string;
  readonly keys: readonly string[];
  readonly answer: Proof;
}
interface Context {
  geth: Case;
  anvil: Anvil;
  /** Accounts of the test node: with slots, without, and one that does not exist. */
  cases: Readonly<Record<string, Case>>;
}

const test = suite<Context>('proofs of accounts');

const verified = ({ root, address, keys }: Case, result: unknown): AccountProof =>
  verifyAccountProof(root, address, keys, { kind: 'result', result });

/** The words that are proven; throws when nothing is. */
function wordsOf(one: Case, result: unknown = one.answer): readonly bigint[] {
  const proof = verified(one, result);
  if (proof.kind !== 'proven') throw new Error(proof.kind);
  return one.keys.map((key) => BigInt(`0x${proof.account.slots.get(key)?.toString('hex') ?? ''}`));
}

function caseOf(cases: Context['cases'], name: string): Case {
  const one = cases[name];
  if (one === undefined) throw new Error(`no case ${name}`);
  return one;
}

const contract = `0x${'c0'.repeat(20)}`;

test.before(async (context) => {
  const block = answerIn(`${folder}/get-latest.io`) as { readonly hash: string };
  const path = `${folder}/get-account-proof-with-storage.io`;
  const root = stateRootOf(block, block.hash);
  if (root === null) throw new Error('the fixture has no root');
  const address = String(paramsIn(path)[0]);
  context.geth = { root, address, keys: [slot(0)], answer: answerIn(path) as Proof };

  const anvil = (context.anvil = await startAnvil());
  await anvil.rpc('anvil_setCode', contract, '0x6001');
  // Words of one byte are embedded in their parents, those of 32 bytes are not.
  for (let key = 0; key < 60; key += 1) {
    const word = key % 2 === 0 ? '1' : 'ab'.repeat(32);
    await anvil.rpc('anvil_setStorageAt', contract, slot(key), `0x${padded(word)}`);
  }
  await anvil.rpc('anvil_mine', '0xc');
  const final = (await anvil.rpc('eth_getBlockByNumber', 'finalized', false)) as { readonly hash: string };
  const own = stateRootOf(final, final.hash);
  if (own === null) throw new Error('the header of the node does not hash to its block hash');
  const proofOf = async (of: string, keys: readonly string[]): Promise<Case> => ({
    root: own,
    address: of,
    keys,
    answer: (await anvil.rpc('eth_getProof', of, keys, { blockHash: final.hash, requireCanonical: true })) as Proof,
  });
  context.cases = {
    contract: await proofOf(
      contract,
      Array.from({ length: 80 }, (_, key) => slot(key)),
    ),
    key: await proofOf(String(((await anvil.rpc('eth_accounts')) as readonly string[])[0]).toLowerCase(), [slot(0)]),
    missing: await proofOf(`0x${'ee'.repeat(20)}`, [slot(0)]),
  };
});

test('a proof of go-ethereum shows code and slot at the state root of its block', ({ geth }) => {
  assert.equal(wordsOf(geth), [0x38n]);
  const proof = verified(geth, geth.answer);
  assert.is(
    proof.kind === 'proven' && proof.account.codeHash,
    (geth.answer as unknown as { codeHash: string }).codeHash,
  );
});

test('a proof of the test node shows slots that are there and slots that are not', ({ cases }) => {
  const expected = Array.from({ length: 80 }, (_, key) => {
    if (key >= 60) return 0n;
    return key % 2 === 0 ? 1n : BigInt(`0x${'ab'.repeat(32)}`);
  });
  assert.equal(wordsOf(caseOf(cases, 'contract')), expected);
});

test('accounts without code and accounts that do not exist have no code', ({ cases }) => {
  for (const name of ['key', 'missing']) {
    const one = caseOf(cases, name);
    const proof = verified(one, one.answer);
    assert.is(proof.kind === 'proven' && proof.account.codeHash, noCodeHash, name);
    assert.equal(wordsOf(one), [0n], name);
  }
});

test('a proof of another root, account or slot is invalid', ({ geth, cases }) => {
  const own = caseOf(cases, 'contract');
  assert.is(verified({ ...geth, root: own.root }, geth.answer).kind, 'invalid');
  assert.is(verified({ ...geth, address: contract }, geth.answer).kind, 'invalid');
  assert.is(verified({ ...geth, keys: [slot(1)] }, geth.answer).kind, 'invalid');
  assert.is(verified({ ...geth, keys: [] }, geth.answer).kind, 'invalid');
  assert.is(verified({ ...own, keys: [...own.keys].reverse() }, own.answer).kind, 'invalid');
});

const noProofs: readonly unknown[] = [
  ...[null, 'text', {}, [], { accountProof: [], storageProof: null }, { accountProof: 'f9', storageProof: [] }],
  ...[
    { accountProof: ['0x1'], storageProof: [] },
    { accountProof: [], storageProof: [{}] },
  ],
];

for (const answer of noProofs) {
  test(`no proof: ${JSON.stringify(answer)}`, ({ geth }) => assert.is(verified(geth, answer).kind, 'none'));
}

test('an error is no proof, and no lie', ({ geth: { root, address, keys } }) => {
  const error = { kind: 'error', code: -32_601, message: 'the method eth_getProof does not exist' } as const;
  assert.is(verifyAccountProof(root, address, keys, error).kind, 'none');
  assert.is(verifyAccountProof(root, address, keys, undefined).kind, 'none');
});

/** Every list of nodes of a proof, so that one can be replaced. */
const listsOf = ({ accountProof, storageProof }: Proof): readonly (readonly string[])[] => [
  accountProof,
  ...storageProof.map(({ proof }) => proof),
];
const withLists = (lists: readonly (readonly string[])[]): Proof => ({
  accountProof: lists[0] ?? [],
  storageProof: lists.slice(1).map((proof) => ({ proof })),
});

test('any byte changed, node left out, repeated or added makes a proof invalid', ({ geth, cases }) => {
  const all = [geth, ...Object.values(cases)];
  const property = fc.property(
    fc.nat(all.length - 1),
    fc.nat(),
    fc.nat(),
    fc.nat(),
    fc.integer({ min: 1, max: 255 }),
    fc.constantFrom('flip', 'drop', 'repeat', 'add', 'cut'),
    (which, list, node, at, xor, how) => {
      const one = all[which] ?? geth;
      const lists = listsOf(one.answer).filter((nodes) => nodes.length > 0);
      const target = lists[list % lists.length] ?? [];
      const index = node % target.length;
      const bytes = bytesOf(target[index] ?? '0x');
      const place = at % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ xor;
      const hex = `0x${bytes.toString('hex')}`;
      const changed = {
        flip: target.with(index, hex),
        drop: target.toSpliced(index, 1),
        repeat: target.toSpliced(index, 0, target[index] ?? ''),
        add: [...target, hex],
        cut: target.with(index, (target[index] ?? '').slice(0, 2 + 2 * place)),
      }[how];
      const answer = withLists(listsOf(one.answer).map((nodes) => (nodes === target ? changed : nodes)));
      // The root of an empty trie needs no node at all.
      const isEmptyRoot = target.length === 1 && target[0] === '0x80';
      assert.is(verified(one, answer).kind, isEmptyRoot && how === 'drop' ? 'proven' : 'invalid', how);
    },
  );
  fc.assert(property, { numRuns: runsOf(2_000) });
});

test.run();
