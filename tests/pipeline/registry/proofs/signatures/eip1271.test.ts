import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readProofs } from '../../../../../cli/chains/read-proofs.ts';
import { loadConfig } from '../../../../../infra/config/config.ts';
import { chainProofsOf, planImport } from '../../../../../pipeline/registry/import/plan-import.ts';
import { eip191Hash } from '../../../../../pipeline/registry/proofs/signatures/eip191.ts';
import { followsAgain } from '../../../../../pipeline/registry/proofs/recompute.ts';
import { readTypedData } from '../../../../../pipeline/registry/proofs/typed/typed-data.ts';
import { typedDigest } from '../../../../../pipeline/registry/proofs/typed/typed-digest.ts';
import type { ProofValue } from '../../../../../schemas/facts.ts';
import type { RegistryAsset } from '../../../../../schemas/generated/records.ts';
import { toChecksumAddress } from '../../../../../schemas/values/evm.ts';
import {
  type DeployedContract,
  encodeCall,
  openTestChain,
  type TestChain,
} from '../../../../support/chain/contracts.ts';
import { safeSignature, wallets } from '../../../../support/chain/wallets.ts';
import { assetLine, caip19, request, testKey, tokenAddress, uuid } from '../../declarations.ts';

interface Context {
  chain: TestChain;
  safe: DeployedContract;
  block: number;
}

const test = suite<Context>('eip1271 A-69');
const owners = [testKey(31), testKey(32)];

const challengeOf = (wallet: string): string => `Attestry\nAsset: ${caip19}\nAuthority: owner ${wallet}\nNonce: 1`;

test.before(async (context) => {
  context.chain = await openTestChain();
  const { chain } = context;
  const handler = await chain.deployHandler();
  context.safe = await chain.safe(
    owners.map(({ address }) => address),
    2,
    handler,
  );
  await chain.finalize();
  await chain.anvil.rpc('anvil_setCode', yesSayer, wallets.anything);
  context.block = Number(await chain.anvil.rpc('eth_blockNumber'));
  await chain.finalize();
});

interface ProofOptions {
  readonly wallet: string;
  readonly signature: string;
  readonly block: number;
  readonly challenge?: string;
  readonly inner?: string;
  readonly asOf?: number;
  readonly over?: Readonly<Record<string, unknown>>;
  readonly providers?: string;
}

const linesOf = ({
  wallet,
  signature,
  block,
  challenge = challengeOf(wallet),
  inner = 'eip191',
  over,
}: ProofOptions) => [
  assetLine(1),
  {
    type: 'proof',
    proofId: uuid(900),
    assetId: uuid(101),
    challenge,
    authority: { type: 'owner', address: wallet },
    method: {
      type: 'contract_signature',
      scheme: 'eip1271',
      innerScheme: inner,
      caip2: 'eip155:1',
      blockNumber: block,
    },
    evidence: { signature },
    provedAt: '2026-01-20T00:00:00Z',
    ...over,
  },
];

/** Imports as the command does: asks the chain first, then judges the exchanges. */
async function imported({ chain }: Context, given: ProofOptions) {
  const asOf = given.asOf ?? (await chain.now()) + 60_000;
  const import_ = request(linesOf(given), { asOf, now: asOf });
  const ATTESTRY_RPC_ETHEREUM = given.providers ?? `own=${chain.anvil.url}`;
  const { config } = loadConfig({ ATTESTRY_RPC_ETHEREUM, ATTESTRY_RPC_RATE: 'off' });
  const readings = await readProofs(
    chainProofsOf(import_),
    config,
    () => asOf,
    () => undefined,
  );
  return planImport({ ...import_, readingOf: ({ proofId }) => readings.get(proofId) });
}

const outcome = async (context: Context, given: ProofOptions): Promise<string> => {
  const plan = await imported(context, given);
  return plan.ok ? 'verified' : plan.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n');
};

async function stored(context: Context, given: ProofOptions): Promise<{ proof: ProofValue; observedAt: number }> {
  const plan = await imported(context, given);
  if (!plan.ok) throw new Error(plan.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n'));
  const output = plan.records.at(-1);
  if (output?.topic !== 'observations') throw new Error('no observation');
  return { proof: JSON.parse(output.value.value ?? '') as ProofValue, observedAt: output.value.observedAt };
}

async function signed({ chain, safe, block }: Context, hash: Uint8Array, keys = owners): Promise<ProofOptions> {
  const data = encodeCall(safe.abi, 'domainSeparator', []);
  const separator = (await chain.anvil.rpc('eth_call', { to: safe.address, data }, 'latest')) as string;
  return { wallet: safe.shown, signature: safeSignature(separator, hash, keys), block };
}

const asset = { chain: 'ethereum', address: tokenAddress, standard: 'erc20', assetId: uuid(101) } as RegistryAsset;

test('a Safe of two owners signs for itself, by the hash of eip191', async (context) => {
  const given = await signed(context, eip191Hash(challengeOf(context.safe.shown)));
  const { proof, observedAt } = await stored(context, given);
  assert.equal(proof.method, {
    type: 'contract_signature',
    scheme: 'eip1271',
    inner_scheme: 'eip191',
    caip2: 'eip155:1',
    block_number: context.block,
  });
  assert.equal([proof.provedBy, proof.verifiedBy], [context.safe.shown, 'attestry eip1271']);
  // Who signs for it at the block, so that the proof can lapse.
  assert.equal([proof.wallet?.signers, proof.wallet?.threshold], [owners.map((key) => key.address).sort(), 2]);
  const strangers = { at: 0, threshold: 2, ...proof.wallet, signers: [tokenAddress] };
  assert.is(followsAgain({ ...proof, wallet: strangers }, asset, observedAt), false);
  // The exchanges are its evidence, and it follows from them again; not from others.
  assert.is(followsAgain(proof, asset, observedAt), true);
  const { cassette } = proof.evidence as { readonly cassette: string };
  assert.not.match(cassette, /127\.0\.0\.1/);
  const [yes = ''] = /0x1626ba7e0{56}/.exec(cassette) ?? [];
  for (const other of [cassette.replace(yes, `0x${'0'.repeat(64)}`), cassette.slice(0, -1), 'no']) {
    assert.is(followsAgain({ ...proof, evidence: { ...proof.evidence, cassette: other } }, asset, observedAt), false);
  }
  assert.is(followsAgain({ ...proof, provedBy: tokenAddress }, asset, observedAt), false);
});

test('a Safe signs for itself by the hash of eip712', async (context) => {
  const challenge = JSON.stringify({
    types: {
      Proof: [
        { name: 'asset', type: 'string' },
        { name: 'authority', type: 'string' },
      ],
    },
    domain: { name: 'Attestry', chainId: '1' },
    primaryType: 'Proof',
    message: { asset: caip19, authority: `owner ${context.safe.shown}` },
  });
  const data = readTypedData(challenge);
  if (typeof data === 'string') throw new Error(data);
  const given = await signed(context, typedDigest(data));
  const { proof } = await stored(context, { ...given, challenge, inner: 'eip712' });
  assert.is((proof.method as { readonly inner_scheme: string }).inner_scheme, 'eip712');
  assert.type(proof.challengeId, 'string');
});

test('the names that a stored proof has are read as well', async (context) => {
  const given = await signed(context, eip191Hash(challengeOf(context.safe.shown)));
  const { proof } = await stored(context, {
    ...given,
    over: {
      method: { type: 'contract_signature', scheme: 'eip1271', inner_scheme: 'eip191' },
      evidence: { signature: given.signature, blockNumber: given.block },
    },
  });
  assert.is((proof.method as { readonly block_number: number }).block_number, given.block);
});

test('one owner of two is refused by the Safe, with its reason', async (context) => {
  const given = await signed(context, eip191Hash(challengeOf(context.safe.shown)), owners.slice(0, 1));
  assert.match(await outcome(context, given), /^evidence\.signature: 0x\w{40} at block \d+ reverted: .*GS020/);
});

test('refused: a challenge that was valid when the proof was made, and not at the block that the wallet is asked at', async (context) => {
  for (const [line, reason] of [
    ['Expires: 2026-01-21T00:00:00Z', /challenge: expired at .*, before its block was made/],
    ['Issued At: 2026-01-19T00:00:00Z', /^verified$/],
  ] as const) {
    const challenge = `${challengeOf(context.safe.shown)}\n${line}`;
    const given = await signed(context, eip191Hash(challenge));
    assert.match(await outcome(context, { ...given, challenge }), reason);
  }
});

const address = toChecksumAddress(`0x${'c0de'.repeat(10)}`);
const signature = `0x${'ab'.repeat(64)}`;
const hash = Buffer.from(eip191Hash(challengeOf(address))).toString('hex');

/** EIP-7702: the code of another account answers in the name of the key. */
const yesSayer = `0x${'7702'.repeat(10)}`;
const delegating = `0xef0100${yesSayer.slice(2)}`;

const refusals: readonly (readonly [name: string, code: string, reason: RegExp])[] = [
  ['a wallet that accepts anything', wallets.anything, /proves nothing: .* also accepts another hash/],
  ['a wallet that accepts any hash', wallets.anyHash, /proves nothing: .* also accepts another hash/],
  ['a wallet that accepts any signature', wallets.anySignature(hash), /also accepts this hash with 65 bytes/],
  ['a wallet of the older draft', wallets.older, /answers by an older draft of EIP-1271 \(0x20c13b0b\)/],
  ['an answer of 64 bytes', wallets.long, /does not accept it: it answered 0x1626ba7e/],
  ['an answer of 4 bytes', wallets.short, /does not accept it: it answered 0x1626ba7e$/],
  ['another answer', wallets.no, /does not accept it: it answered 0xffffffff/],
  ['no answer', wallets.silent, /there is no contract at .*, or none that answers isValidSignature/],
  ['no code', '0x', /there is no contract at/],
  ['a revert with its reason', wallets.reverting, /reverted: .*locked/],
  ['a contract that burns its gas', wallets.burner, /used up 1000000 gas/],
  [
    'a key that delegates to a contract which accepts anything',
    delegating,
    /proves nothing: .* also accepts another hash/,
  ],
];
for (const [name, code, reason] of refusals) {
  test(`refused: ${name}`, async (context) => {
    await context.chain.anvil.rpc('anvil_setCode', address, code);
    await context.chain.finalize();
    const block = Number(await context.chain.anvil.rpc('eth_blockNumber'));
    await context.chain.finalize();
    assert.match(await outcome(context, { wallet: address, signature, block }), reason);
  });
}

/** A signature with the factory of its wallet (ERC-6492). */
function wrapped(signature: string): string {
  const hex = signature.slice(2);
  const word = (value: number): string => value.toString(16).padStart(64, '0');
  const bytes = (text: string): string =>
    `${word(text.length / 2)}${text.padEnd(Math.ceil(text.length / 64) * 64, '0')}`;
  const factory = '11'.repeat(20).padStart(64, '0');
  return `0x${factory}${word(96)}${word(160)}${bytes('deadbeef')}${bytes(hex)}${'6492'.repeat(16)}`;
}

test('ERC-6492: of a wallet that is deployed, the signature in the wrapper counts', async (context) => {
  const given = await signed(context, eip191Hash(challengeOf(context.safe.shown)));
  assert.is(await outcome(context, { ...given, signature: wrapped(given.signature) }), 'verified');
  const other = await signed(context, eip191Hash('another text'));
  assert.match(await outcome(context, { ...given, signature: wrapped(other.signature) }), /evidence\.signature: 0x/);
});

test('ERC-6492: a wallet that is not deployed is refused by that name', async (context) => {
  const wallet = testKey(77).address;
  const signature = wrapped(`0x${'ab'.repeat(65)}`);
  assert.match(
    await outcome(context, { wallet, signature, block: context.block }),
    /is for a wallet that is not deployed \(ERC-6492\): 0x\w{40} has no contract at block \d+, and a proof needs it/,
  );
});

const early: readonly (readonly [name: string, given: Partial<ProofOptions>, reason: RegExp])[] = [
  [
    'the end of an ERC-6492 signature alone',
    { signature: `0xabcd${'6492'.repeat(16)}` },
    /ends as an ERC-6492 signature and has no factory/,
  ],
  ['a wrapper within another', { signature: wrapped(wrapped('0xabcd')) }, /has an ERC-6492 signature within another/],
  ['a wrapper of ERC-8010', { signature: `0xabcd${'8010'.repeat(16)}` }, /\(ERC-8010\); send the signature without/],
  ['a signature above 8 kB', { signature: `0x${'ab'.repeat(8_193)}` }, /more than 8192 bytes/],
  ['a signature that is not hex', { signature: '0xabc' }, /is not hex with 0x/],
  ['another inner scheme', { inner: 'eip1654' }, /method\.innerScheme: is neither eip191 nor eip712/],
  ['a block that is no number', { block: -1 }, /method\.blockNumber: is not the number of a block/],
  ['a challenge of another authority', { challenge: challengeOf(tokenAddress) }, /challenge: names authority/],
  ['an expired challenge', { challenge: `${challengeOf(address)}\nExpires: 2026-01-19T00:00:00Z` }, /expired at/],
  ['a cassette in the line', { over: { evidence: { signature, cassette: '' } } }, /unknown member/],
  [
    'another block in the evidence',
    { over: { evidence: { signature, blockNumber: 2 } } },
    /evidence\.blockNumber: is not 1, as in method\.blockNumber/,
  ],
  [
    'two inner schemes',
    {
      over: {
        method: { type: 'contract_signature', scheme: 'eip1271', innerScheme: 'eip191', inner_scheme: 'eip712' },
      },
    },
    /method\.inner_scheme: is not "eip191", as in method\.innerScheme/,
  ],
  [
    'another chain',
    {
      over: {
        method: { type: 'contract_signature', scheme: 'eip1271', innerScheme: 'eip191', caip2: 'eip155:8453' },
      },
    },
    /method\.caip2: is not eip155:1, the chain of the asset/,
  ],
];
for (const [name, given, reason] of early) {
  test(`refused without asking a node: ${name}`, async (context) => {
    const providers = 'own=http://127.0.0.1:9';
    assert.match(await outcome(context, { wallet: address, signature, block: 1, providers, ...given }), reason);
  });
}

test('refused: a block that is not final, too old, unknown, or after the as-of', async (context) => {
  const given = await signed(context, eip191Hash(challengeOf(context.safe.shown)));
  const newest = Number(await context.chain.anvil.rpc('eth_blockNumber'));
  assert.match(await outcome(context, { ...given, block: newest }), /has not finalized block/);
  assert.match(await outcome(context, { ...given, block: 10_000_000 }), /does not have this block/);
  const days = 86_400_000;
  const now = await context.chain.now();
  assert.match(await outcome(context, { ...given, asOf: now + 31 * days }), /more than 30 days before/);
  assert.match(await outcome(context, { ...given, asOf: now - days }), /after the as-of of the import/);
});

test('refused: no node, or one of another chain; named by the setting and the label alone', async (context) => {
  const given = await signed(context, eip191Hash(challengeOf(context.safe.shown)));
  assert.match(await outcome(context, { ...given, providers: '' }), /method: needs ATTESTRY_RPC_ETHEREUM: a JSON-RPC/);
  const dead = await outcome(context, { ...given, providers: 'own=http://127.0.0.1:9/SECRET' });
  assert.match(dead, /provider own: no whole answer/);
  assert.not.match(dead, /SECRET|127/);
});

test('two nodes must both confirm the signature', async (context) => {
  const given = await signed(context, eip191Hash(challengeOf(context.safe.shown)));
  const { url } = context.chain.anvil;
  const { proof } = await stored(context, { ...given, providers: `own=${url},b=${url}` });
  const { cassette } = proof.evidence as { readonly cassette: string };
  const [header = '', ...lines] = cassette.split('\n');
  assert.equal((JSON.parse(header) as { readonly providers: unknown }).providers, ['own', 'b']);
  const at = lines.findIndex((line) => line.includes('"by":"b"') && /0x1626ba7e0{56}/.test(line));
  const liar = lines.map((line, index) =>
    index === at ? line.replace(/0x1626ba7e0{56}/, `0x${'f'.repeat(64)}`) : line,
  );
  const changed = { ...proof, evidence: { ...proof.evidence, cassette: [header, ...liar].join('\n') } };
  assert.is(followsAgain(changed, asset, (await context.chain.now()) + 60_000), false);
  assert.match(
    await outcome(context, { ...given, providers: `own=${url},b=http://127.0.0.1:9` }),
    /method: provider b: no whole answer/,
  );
});

test.run();
