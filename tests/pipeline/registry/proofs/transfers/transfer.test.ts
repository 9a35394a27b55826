import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readProofs } from '../../../../../cli/chains/read-proofs.ts';
import { loadConfig } from '../../../../../infra/config/config.ts';
import { chainProofsOf, planImport } from '../../../../../pipeline/registry/import/plan-import.ts';
import { followsAgain } from '../../../../../pipeline/registry/proofs/recompute.ts';
import type { ProofValue } from '../../../../../schemas/facts.ts';
import type { RegistryAsset } from '../../../../../schemas/generated/records.ts';
import { toChecksumAddress } from '../../../../../schemas/values/evm.ts';
import {
  type DeployedContract,
  encodeCall,
  openTestChain,
  type TestChain,
} from '../../../../support/chain/contracts.ts';
import { wallets } from '../../../../support/chain/wallets.ts';
import { assetLine, caip19, request, tokenAddress, uuid } from '../../declarations.ts';

interface Context {
  chain: TestChain;
  token: DeployedContract;
  safe: DeployedContract;
}

const test = suite<Context>('transfer by amount A-69');
const recipient = toChecksumAddress(`0x${'c011ec70'.repeat(5)}`);
const none = `0x${'0'.repeat(40)}`;
const amount = 4_711n;

test.before(async (context) => {
  context.chain = await openTestChain();
  const [key = ''] = context.chain.keys;
  context.token = await context.chain.deploy('OwnedToken', key);
  context.safe = await context.chain.safe([key], 1);
  await context.chain.send(context.token, 'transfer', [context.safe.address, 1_000_000n]);
});

interface TransferOptions {
  readonly authority: string;
  readonly hash: string;
  readonly asset: string;
  readonly lines?: Readonly<Record<string, string>>;
  /** The window of the challenge, milliseconds from the newest block; an hour before and after by default. */
  readonly window?: { readonly from: number; readonly to: number };
  readonly collectors?: readonly string[];
  readonly block?: number;
  readonly over?: Readonly<Record<string, unknown>>;
}

const hour = 3_600_000;
const iso = (time: number): string => new Date(time).toISOString();

function challengeOf(
  { authority, asset, lines = {}, window = { from: -hour, to: hour } }: TransferOptions,
  now: number,
): string {
  const all = {
    Asset: caip19,
    Authority: `owner ${authority}`,
    Amount: `${amount}`,
    Coin: asset,
    Recipient: `eip155:1:${recipient}`,
    Issued: iso(now + window.from),
    Expires: iso(now + window.to),
    ...lines,
  };
  return Object.entries(all)
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n');
}

async function imported({ chain }: Context, given: TransferOptions, proofIds = [uuid(900)]) {
  await chain.finalize();
  await chain.finalize();
  const numbered = given.block === undefined ? {} : { blockNumber: given.block };
  const now = await chain.now();
  const proofs = proofIds.map((proofId, index) => ({
    type: 'proof',
    proofId,
    assetId: uuid(101),
    challenge: `Nonce: ${index}\n${challengeOf(given, now)}`,
    authority: { type: 'owner', address: given.authority },
    method: { type: 'transfer', kind: 'amount' },
    evidence: { transactionHash: given.hash, ...numbered },
    provedAt: iso(now - 60_000),
    ...given.over,
  }));
  const collectors = given.collectors ?? [`eip155:1:${recipient}`];
  const import_ = request([assetLine(1), ...proofs], { asOf: now, now, collectors });
  const { config } = loadConfig({ ATTESTRY_RPC_ETHEREUM: `own=${chain.anvil.url}`, ATTESTRY_RPC_RATE: 'off' });
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

const native = 'eip155:1/slip44:60';
const hex = (value: bigint): string => `0x${value.toString(16)}`;
const keyOf = ({ chain }: Context, index = 0): string => toChecksumAddress(chain.keys[index] ?? '');
const paid = ({ token }: Context, to = recipient, value = amount): string =>
  encodeCall(token.abi, 'transfer', [to, value]);

/** `execTransaction` by the owner, who is the sender, so that his address stands for a signature. */
function bySafe(
  context: Context,
  over: { to?: string; data?: string; operation?: bigint; value?: bigint } = {},
): string {
  const { to = context.token.address, data = paid(context), operation = 0n, value = 0n } = over;
  const owner = keyOf(context).slice(2).padStart(64, '0');
  const signature = Buffer.from(`${owner}${'0'.repeat(64)}01`, 'hex');
  const values = [to, value, Buffer.from(data.slice(2), 'hex'), operation, 0n, 0n, 0n, none, none, signature];
  return encodeCall(context.safe.abi, 'execTransaction', values);
}

type Way = readonly [name: string, make: (context: Context) => Promise<TransferOptions>];
const tokenAsset = ({ token }: Context): string => `eip155:1/erc20:${token.shown}`;
const ways: readonly Way[] = [
  [
    'the coin by a key',
    async (context) => {
      const authority = keyOf(context);
      const hash = await context.chain.sendRaw({ from: authority, to: recipient, value: hex(amount) });
      return { authority, hash, asset: native };
    },
  ],
  [
    'a token by a key',
    async (context) => {
      const authority = keyOf(context);
      const hash = await context.chain.sendRaw({ from: authority, to: context.token.address, data: paid(context) });
      return { authority, hash, asset: tokenAsset(context) };
    },
  ],
  [
    'a token by a Safe',
    async (context) => {
      const { chain, safe } = context;
      const hash = await chain.sendRaw({ from: keyOf(context), to: safe.address, data: bySafe(context) });
      return { authority: safe.shown, hash, asset: tokenAsset(context) };
    },
  ],
];

for (const [name, make] of ways) {
  test(`${name} proves control, and is computed again from its exchanges`, async (context) => {
    const given = await make(context);
    const plan = await imported(context, given);
    if (!plan.ok) throw new Error(plan.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n'));
    const output = plan.records.at(-1);
    if (output?.topic !== 'observations') throw new Error('no observation');
    const proof = JSON.parse(output.value.value ?? '') as ProofValue;
    assert.equal(proof.method, {
      type: 'transfer',
      kind: 'amount',
      transaction_hash: given.hash,
      sender: given.authority,
      asset: given.asset,
      amount: '4711',
    });
    const asset = { chain: 'ethereum', address: tokenAddress, standard: 'erc20', assetId: uuid(101) } as RegistryAsset;
    assert.is(followsAgain(proof, asset, output.value.observedAt), true);
    const { cassette } = proof.evidence as { readonly cassette: string };
    const failed = { ...proof.evidence, cassette: cassette.replace('"status":"0x1"', '"status":"0x0"') };
    assert.is(followsAgain({ ...proof, evidence: failed }, asset, output.value.observedAt), false);
  });
}

const send = async (
  context: Context,
  transaction: Readonly<Record<string, string>>,
  over: Partial<TransferOptions> = {},
): Promise<TransferOptions> => {
  const from = keyOf(context);
  const hash = await context.chain.sendRaw({ from, ...transaction });
  return { authority: from, hash, asset: tokenAsset(context), ...over };
};

const refusals: readonly (readonly [name: string, make: Way[1], reason: RegExp])[] = [
  [
    'another amount of the coin',
    (context) => send(context, { to: recipient, value: hex(amount + 1n) }, { asset: native }),
    /moves 4712, not 4711/,
  ],
  [
    'the coin sent to another account',
    (context) => send(context, { to: keyOf(context, 3), value: hex(amount) }, { asset: native }),
    /went to 0x\w+, not to/,
  ],
  [
    'the coin sent by another account',
    (context) => send(context, { from: keyOf(context, 3), to: recipient, value: hex(amount) }, { asset: native }),
    /was sent by 0x\w+, not by/,
  ],
  [
    'another amount of the token',
    (context) => send(context, { to: context.token.address, data: paid(context, recipient, 1n) }),
    /does not call transfer\(/,
  ],
  [
    'more bytes than the call',
    (context) => send(context, { to: context.token.address, data: `${paid(context)}00` }),
    /does not call transfer\(/,
  ],
  [
    'transferFrom by a spender, whose log is the same',
    async (context) => {
      const spender = keyOf(context, 4);
      await context.chain.send(context.token, 'approve', [spender, amount]);
      const data = encodeCall(context.token.abi, 'transferFrom', [keyOf(context), recipient, amount]);
      return send(context, { from: spender, to: context.token.address, data });
    },
    /neither by the authority, nor to it as a Safe/,
  ],
  [
    'a token that logs nothing',
    async (context) => {
      const silent = toChecksumAddress(`0x${'5111'.repeat(10)}`);
      await context.chain.anvil.rpc('anvil_setCode', silent, '0x00');
      return send(context, { to: silent, data: paid(context) }, { asset: `eip155:1/erc20:${silent}` });
    },
    /has 0 logs Transfer of the token with this sender, recipient and amount/,
  ],
  [
    'a transaction that failed',
    (context) => send(context, { from: keyOf(context, 6), to: context.token.address, data: paid(context) }),
    /failed: its receipt has not the status 1/,
  ],
  [
    'a Safe that was asked for another call',
    (context) =>
      send(
        context,
        { to: context.safe.address, data: bySafe(context, { data: paid(context, recipient, 1n) }) },
        { authority: context.safe.shown },
      ),
    /does not make the Safe call transfer\(/,
  ],
  [
    'another method of a Safe',
    (context) => send(context, { to: context.safe.address, value: '0x1' }, { authority: context.safe.shown }),
    /does not call execTransaction of the Safe/,
  ],
  [
    'a contract that is no Safe',
    async (context) => {
      const contract = toChecksumAddress(`0x${'fa15'.repeat(10)}`);
      await context.chain.anvil.rpc('anvil_setCode', contract, wallets.anything);
      return send(context, { to: contract, data: bySafe(context) }, { authority: contract });
    },
    /which is no Safe of a published version/,
  ],
];
for (const [name, make, reason] of refusals) {
  test(`refused: ${name}`, async (context) => assert.match(await outcome(context, await make(context)), reason));
}

const challenges: readonly (readonly [name: string, given: Partial<TransferOptions>, reason: RegExp])[] = [
  [
    'a recipient of another chain',
    { lines: { Recipient: `eip155:8453:${recipient}` } },
    /recipient that is no account/,
  ],
  ['a recipient that is no collector', { collectors: [] }, /which ATTESTRY_PROOF_COLLECTORS does not/],
  ['no amount', { lines: { Amount: 'all' } }, /asks for no base units of a coin or an erc20 on eip155:1/],
  ['a coin of another chain', { lines: { Coin: 'eip155:8453/slip44:60' } }, /asks for no base units/],
  ['no start', { lines: { Issued: 'today' } }, /states a start that is not an ISO 8601 date-time: "today"/],
  ['a window that ends before it starts', { window: { from: -hour / 2, to: -hour } }, /states no window|expired at/],
  ['an amount that a wallet shows twice', { lines: { Amount: '1\u2028Amount: 2' } }, /has the character U\+2028/],
  [
    'a recipient label in letters of similar shape',
    { lines: { Nonce: '1\nRеcipient: x' } },
    /has a line that looks like Recipient:/,
  ],
  ['a line twice', { lines: { Amount: '1\nAmount: 2' } }, /has 2 lines Amount/],
  [
    'a window that is later',
    { window: { from: hour / 2, to: hour } },
    /was not valid before .*, after the proof was made/,
  ],
  ['another block', { block: 1 }, /outside of the window|is not in block 1/],
  ['a hash that is none', { hash: '0x12', block: 1 }, /is not 0x and 64 hex digits/],
  ['a transaction of no block', { hash: `0x${'0'.repeat(64)}` }, /provider own has no block with transaction 0x0+$/],
  [
    'a transaction that is not there',
    { hash: `0x${'0'.repeat(64)}`, block: 2 },
    /is not in block|outside of the window/,
  ],
];
for (const [name, given, reason] of challenges) {
  test(`refused: ${name}`, async (context) => {
    const [, make] = ways[0] ?? [];
    if (make === undefined) throw new Error('no way');
    assert.match(await outcome(context, { ...(await make(context)), ...given }), reason);
  });
}

test('a proof whose challenge has the coin behind the amount is verified, with its block or without', async (context) => {
  const [, make] = ways[0] ?? [];
  if (make === undefined) throw new Error('no way');
  const given = await make(context);
  const earlier = ['Amount', 'Recipient'].map((label) => `${label}: `);
  const challenge = challengeOf(given, await context.chain.now())
    .split('\n')
    .filter((line) => !line.startsWith('Coin: ') && !earlier.some((label) => line.startsWith(label)));
  const over = { challenge: [...challenge, `Amount: ${amount} ${native}`, `Recipient: ${recipient}`].join('\n') };
  const receipt = (await context.chain.anvil.rpc('eth_getTransactionReceipt', given.hash)) as { blockNumber: string };
  assert.is(await outcome(context, { ...given, over }), 'verified');
  assert.is(await outcome(context, { ...given, over, block: Number(receipt.blockNumber) }), 'verified');
});

test('one transaction is one proof', async (context) => {
  const [, make] = ways[0] ?? [];
  if (make === undefined) throw new Error('no way');
  const plan = await imported(context, await make(context), [uuid(900), uuid(901)]);
  assert.match(plan.ok ? '' : plan.issues.map(({ reason }) => reason).join(), /belongs to proof/);
});

test.run();
