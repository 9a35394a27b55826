import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readProofs } from '../../../../../cli/chains/read-proofs.ts';
import { loadConfig } from '../../../../../infra/config/config.ts';
import { keyBytes, programAddress, token2022Program, tokenProgram } from '../../../../../pipeline/chain/solana/keys.ts';
import { chainProofsOf, planImport } from '../../../../../pipeline/registry/import/plan-import.ts';
import { followsAgain } from '../../../../../pipeline/registry/proofs/recompute.ts';
import type { ProofValue } from '../../../../../schemas/facts.ts';
import type { RegistryAsset } from '../../../../../schemas/generated/records.ts';
import { type SolanaNode, startSolanaNode } from '../../../../support/chain/solana-node.ts';
import {
  type SentTransaction,
  signedTransaction,
  solanaWallet,
  type TestInstruction,
  transferChecked,
} from '../../../../support/chain/solana-transactions.ts';
import { assetLine, request, uuid } from '../../declarations.ts';

interface Context {
  node: SolanaNode;
}

const test = suite<Context>('transfers on Solana A-69');
test.before(async (context) => {
  context.node = await startSolanaNode();
});

const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const asset = { chain: 'solana', address: mint, standard: 'token', assetId: uuid(101) } as RegistryAsset;
const [owner, payer, stranger] = [solanaWallet(31), solanaWallet(32), solanaWallet(33)] as const;
const collector = solanaWallet(34).address;
const associated = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const accountOf = (wallet: string, program = tokenProgram): string =>
  programAddress(
    [wallet, program, mint].map((key) => keyBytes(key) ?? new Uint8Array()),
    associated,
  );
const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const oldMemoProgram = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo';

const time = 1_785_000_000;
const iso = (offset: number): string => new Date((time + offset) * 1_000).toISOString();
const linesOf = (over: Readonly<Record<string, string>>, kind: string): string =>
  Object.entries({
    Asset: `${chain}/token:${mint}`,
    Authority: `mint_authority ${owner.address}`,
    ...(kind === 'amount'
      ? {
          Amount: '4711',
          Coin: `${chain}/token:${mint}`,
          Recipient: `${chain}:${collector}`,
          Issued: iso(-600),
          Expires: iso(600),
        }
      : { Nonce: 'é 1' }),
    ...over,
  })
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n');

interface TransferOptions {
  readonly kind: 'amount' | 'memo';
  readonly sent: SentTransaction;
  readonly lines?: Readonly<Record<string, string>>;
  readonly evidence?: Readonly<Record<string, unknown>>;
  readonly shown?: Readonly<Record<string, unknown>>;
}

async function imported({ node }: Context, { kind, sent, lines = {}, evidence = {}, shown = {} }: TransferOptions) {
  const { signature, bytes, lookedUp } = sent;
  node.transactions.set(signature, {
    slot: node.slot - 10,
    blockTime: node.time,
    version: lookedUp.length > 0 ? 0 : 'legacy',
    meta: { err: null, loadedAddresses: { writable: lookedUp, readonly: [] } },
    transaction: [bytes.toString('base64'), 'base64'],
    ...shown,
  });
  const now = (time + 3_600) * 1_000;
  const line = {
    type: 'proof',
    proofId: uuid(900),
    assetId: uuid(101),
    challenge: linesOf(lines, kind),
    authority: { type: 'mint_authority', address: owner.address },
    method: { type: 'transfer', kind },
    evidence: { transactionHash: signature, blockNumber: node.slot - 10, ...evidence },
    provedAt: iso(60),
  };
  const given = [assetLine(1, { chain: 'solana', address: mint, standard: 'token' }), line];
  const import_ = request(given, { asOf: now, now, collectors: [`${chain}:${collector}`] });
  const { config } = loadConfig({ ATTESTRY_RPC_SOLANA: `own=${node.url}`, ATTESTRY_RPC_RATE: 'off' });
  const readings = await readProofs(
    chainProofsOf(import_),
    config,
    () => now,
    () => undefined,
  );
  return planImport({ ...import_, readingOf: ({ proofId }) => readings.get(proofId) });
}

const outcome = async (context: Context, given: TransferOptions): Promise<string> => {
  const plan = await imported(context, given);
  return plan.ok ? 'verified' : plan.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n');
};

const memo = (
  text: string | Buffer,
  accounts: readonly string[] = [owner.address],
  program = memoProgram,
): TestInstruction => ({
  program,
  accounts,
  data: Buffer.from(text),
});
const challengeMemo = (over: Readonly<Record<string, string>> = {}): TestInstruction => memo(linesOf(over, 'memo'));
const moved = (
  amount = 4_711n,
  to = accountOf(collector),
  by = owner.address,
  program = tokenProgram,
): TestInstruction => transferChecked(program, [accountOf(by, program), mint, to, by], amount);

const proofs: readonly (readonly [name: string, given: TransferOptions])[] = [
  ['a transfer that the authority pays for', { kind: 'amount', sent: signedTransaction([owner], [moved()]) }],
  [
    'a transfer by Token-2022 that another account pays for, with addresses of a lookup table',
    {
      kind: 'amount',
      sent: signedTransaction(
        [payer, owner],
        [moved(4_711n, accountOf(collector, token2022Program), owner.address, token2022Program)],
        [accountOf(collector, token2022Program), mint],
      ),
    },
  ],
  [
    'a memo, its slot found by the transaction,',
    { kind: 'memo', sent: signedTransaction([owner], [challengeMemo()]), evidence: { blockNumber: undefined } },
  ],
  [
    'a memo by the first version of the program, beside a payment',
    {
      kind: 'memo',
      sent: signedTransaction([payer, owner], [moved(), memo(linesOf({}, 'memo'), [owner.address], oldMemoProgram)]),
    },
  ],
];
for (const [name, given] of proofs) {
  test(`${name} proves control, and is computed again from its exchanges`, async (context) => {
    const plan = await imported(context, given);
    if (!plan.ok) throw new Error(plan.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n'));
    const output = plan.records.at(-1);
    if (output?.topic !== 'observations') throw new Error('no observation');
    const proof = JSON.parse(output.value.value ?? '') as ProofValue;
    const { signature, bytes } = given.sent;
    assert.equal(
      proof.method,
      given.kind === 'memo'
        ? { type: 'transfer', kind: 'memo', memo: linesOf({}, 'memo') }
        : {
            type: 'transfer',
            kind: 'amount',
            transaction_hash: signature,
            sender: owner.address,
            asset: `${chain}/token:${mint}`,
            amount: '4711',
          },
    );
    assert.is(followsAgain(proof, asset, output.value.observedAt), true);
    const { cassette } = proof.evidence as { readonly cassette: string };
    const other = Buffer.from(bytes);
    other[other.length - 1] = (other.at(-1) ?? 0) ^ 1;
    const forged = cassette.replace(bytes.toString('base64'), other.toString('base64'));
    assert.is.not(forged, cassette);
    const evidence = { ...proof.evidence, cassette: forged };
    assert.is(followsAgain({ ...proof, evidence }, asset, output.value.observedAt), false);
  });
}

const amount = (instructions: readonly TestInstruction[], over: Partial<TransferOptions> = {}): TransferOptions => ({
  kind: 'amount',
  sent: signedTransaction([owner], instructions),
  ...over,
});
const strangerMoves = (): TransferOptions =>
  amount([], { sent: signedTransaction([stranger, owner], [moved(4_711n, accountOf(collector), stranger.address)]) });

const refusals: readonly (readonly [name: string, given: TransferOptions, reason: RegExp])[] = [
  ['another amount', amount([moved(1n)]), /moves 1, not 4711/],
  [
    'another recipient',
    amount([moved(4_711n, accountOf(stranger.address))]),
    /went to \w+, not to \w+, the token account of/,
  ],
  [
    'the wallet of the recipient in place of its token account',
    amount([moved(4_711n, collector)]),
    /went to \w+, not to/,
  ],
  ['tokens of another account', strangerMoves(), /moves tokens of \w+, not of/],
  ['two transfers', amount([moved(), moved()]), /has 2 instructions transferChecked at the top level/],
  ['no transfer at the top level', amount([memo('x')]), /has 0 instructions transferChecked/],
  [
    'another token',
    amount([{ ...moved(), accounts: [accountOf(owner.address), collector, accountOf(collector), owner.address] }]),
    /moves the token \w+, not EPj/,
  ],
  [
    'the unchecked transfer, which names no mint',
    amount([{ ...moved(), data: Buffer.concat([Buffer.of(3), Buffer.alloc(8)]) }]),
    /has 0 instructions transferChecked/,
  ],
  [
    'the program of another token standard',
    amount([{ ...moved(), program: memoProgram }]),
    /has 0 instructions transferChecked/,
  ],
  [
    'a transaction that failed',
    amount([moved()], { shown: { meta: { err: { InstructionError: [0, 'Custom'] } } } }),
    /failed: \{"Instr/,
  ],
  ['a transaction without its result', amount([moved()], { shown: { meta: null } }), /has no result/],
  ['another slot', amount([moved()], { shown: { slot: 5 } }), /is not final in slot \d+, but in slot 5/],
  [
    'a slot that is not final',
    amount([moved()], { evidence: { blockNumber: 999_999_999 } }),
    /no final block of slot 999999999/,
  ],
  ['a payment outside of the window', amount([moved()], { lines: { Issued: iso(60) } }), /outside of the window/],
  ['the coin', amount([moved()], { lines: { Coin: `${chain}/slip44:501` } }), /asks for no base units of a token on/],
  [
    'a recipient that is no collector',
    amount([moved()], { lines: { Recipient: stranger.address } }),
    /which ATTESTRY_PROOF_COLLECTORS does not/,
  ],
  [
    'an id that is none',
    amount([moved()], { evidence: { transactionHash: '1'.repeat(63) } }),
    /is not base58 of 64 bytes, the first signature/,
  ],
  [
    'the id of an EVM chain',
    amount([moved()], { evidence: { transactionHash: `0x${'0'.repeat(64)}` } }),
    /is not base58 of 64 bytes/,
  ],
  [
    'bytes of another transaction',
    amount([moved()], {
      shown: { transaction: [signedTransaction([owner], [moved(1n)]).bytes.toString('base64'), 'base64'] },
    }),
    /is not the first signature of its bytes/,
  ],
  [
    'bytes that are no transaction',
    amount([moved()], { shown: { transaction: ['AAAA', 'base64'] } }),
    /has another form than a transaction/,
  ],
  [
    'addresses of a lookup table that the node leaves out',
    amount([], {
      sent: signedTransaction([owner], [moved()], [accountOf(collector)]),
      shown: { meta: { err: null, loadedAddresses: { writable: [], readonly: [] } } },
    }),
    /names an account that it does not have/,
  ],
  [
    'a memo that others signed',
    { kind: 'memo', sent: signedTransaction([payer], [challengeMemo()]) },
    /was not signed by/,
  ],
  [
    'a memo that does not name the authority',
    { kind: 'memo', sent: signedTransaction([owner], [memo(linesOf({}, 'memo'), [])]) },
    /does not name \w+ among its signers/,
  ],
  [
    'another memo',
    { kind: 'memo', sent: signedTransaction([owner], [memo(`${linesOf({}, 'memo')} `)]) },
    /has another memo than/,
  ],
  ['no memo', { kind: 'memo', sent: signedTransaction([owner], [moved()]) }, /has no instruction of a memo program/],
  [
    'a memo after its expiry',
    {
      kind: 'memo',
      lines: { Expires: iso(-60) },
      sent: signedTransaction([owner], [challengeMemo({ Expires: iso(-60) })]),
    },
    /expired at/,
  ],
];
for (const [name, given, reason] of refusals) {
  test(`refused: ${name}`, async (context) => assert.match(await outcome(context, given), reason));
}

test('refused: a signature of the authority that does not verify', async (context) => {
  const sent = signedTransaction([payer, owner], [moved()]);
  const bytes = Buffer.from(sent.bytes);
  // The second signature is the authority's; the first one is the id.
  bytes[1 + 64 + 3] = (bytes[68] ?? 0) ^ 1;
  assert.match(await outcome(context, { kind: 'amount', sent: { ...sent, bytes } }), /has bytes that \w+ did not sign/);
});

test('refused: a node of another network', async (context) => {
  const { genesis } = context.node;
  context.node.genesis = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY';
  try {
    assert.match(await outcome(context, amount([moved()])), /provider own: the node is not of solana:5eykt/);
  } finally {
    context.node.genesis = genesis;
  }
});

test('refused: no node', () => {
  const line = {
    type: 'proof',
    proofId: uuid(900),
    assetId: uuid(101),
    challenge: linesOf({}, 'memo'),
    authority: { type: 'mint_authority', address: owner.address },
    method: { type: 'transfer', kind: 'memo' },
    evidence: { transactionHash: signedTransaction([owner], [challengeMemo()]).signature, blockNumber: 5 },
    provedAt: '2026-01-20T00:00:00Z',
  };
  const plan = planImport(request([assetLine(1, { chain: 'solana', address: mint, standard: 'token' }), line]));
  assert.match(
    plan.ok ? '' : plan.issues.map(({ reason }) => reason).join(),
    /the exchanges with a node .* are missing/,
  );
});

test.run();
