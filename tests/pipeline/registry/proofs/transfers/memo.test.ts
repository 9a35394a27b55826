import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readProofs } from '../../../../../cli/chains/read-proofs.ts';
import { loadConfig } from '../../../../../infra/config/config.ts';
import { chainProofsOf, planImport } from '../../../../../pipeline/registry/import/plan-import.ts';
import type { ProofValue } from '../../../../../schemas/facts.ts';
import { toChecksumAddress } from '../../../../../schemas/values/evm.ts';
import { openTestChain, type TestChain } from '../../../../support/chain/contracts.ts';
import { assetLine, caip19, request, uuid } from '../../declarations.ts';

interface Context {
  chain: TestChain;
  authority: string;
  challenge: string;
}

const test = suite<Context>('transfer by memo A-69');
test.before(async (context) => {
  context.chain = await openTestChain();
  context.authority = toChecksumAddress(context.chain.keys[5] ?? '');
  context.challenge = `Asset: ${caip19}\nAuthority: owner ${context.authority}\nNonce: é 1`;
});

const hexOf = (text: string): string => `0x${Buffer.from(text, 'utf8').toString('hex')}`;

async function imported({ chain, authority, challenge }: Context, hash: string, text = challenge) {
  await chain.finalize();
  await chain.finalize();
  const sent = (await chain.anvil.rpc('eth_getTransactionReceipt', hash)) as { readonly blockNumber: string };
  const now = await chain.now();
  const line = {
    type: 'proof',
    proofId: uuid(900),
    assetId: uuid(101),
    challenge: text,
    authority: { type: 'owner', address: authority },
    method: { type: 'transfer', kind: 'memo' },
    evidence: { transactionHash: hash, blockNumber: Number(sent.blockNumber) },
    provedAt: new Date(now - 60_000).toISOString(),
  };
  const import_ = request([assetLine(1), line], { asOf: now, now });
  const { config } = loadConfig({ ATTESTRY_RPC_ETHEREUM: `own=${chain.anvil.url}`, ATTESTRY_RPC_RATE: 'off' });
  const readings = await readProofs(
    chainProofsOf(import_),
    config,
    () => now,
    () => undefined,
  );
  return planImport({ ...import_, readingOf: ({ proofId }) => readings.get(proofId) });
}

test('a transaction of the authority to itself with the challenge as input', async (context) => {
  const { chain, authority: from, challenge } = context;
  const plan = await imported(context, await chain.sendRaw({ from, to: from, data: hexOf(challenge) }));
  if (!plan.ok) throw new Error(plan.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n'));
  const output = plan.records.at(-1);
  if (output?.topic !== 'observations') throw new Error('no observation');
  const { method, provedBy } = JSON.parse(output.value.value ?? '') as ProofValue;
  assert.equal(method, { type: 'transfer', kind: 'memo', memo: challenge });
  assert.is(provedBy, from);
});

type SentLine = Readonly<Record<string, string>>;
const refusals: readonly (readonly [name: string, of: (context: Context) => SentLine, reason: RegExp])[] = [
  ['sent by another account', ({ chain }) => ({ from: chain.keys[6] ?? '' }), /was sent by 0x\w+ to/],
  ['sent to another account', ({ chain }) => ({ to: chain.keys[6] ?? '' }), /not by 0x\w+ to itself/],
  ['that moves something', () => ({ value: '0x1' }), /moves 1; a memo moves nothing/],
  ['with other bytes', ({ challenge }) => ({ data: `${hexOf(challenge)}00` }), /has another input than the challenge/],
];
for (const [name, of, reason] of refusals) {
  test(`refused: a transaction ${name}`, async (context) => {
    const { chain, authority: from, challenge } = context;
    const hash = await chain.sendRaw({ from, to: from, data: hexOf(challenge), ...of(context) });
    const plan = await imported(context, hash);
    assert.match(plan.ok ? 'verified' : plan.issues.map((issue) => issue.reason).join(), reason);
  });
}

test('refused: a challenge that had expired when the transaction was made', async (context) => {
  const { chain, authority: from } = context;
  const challenge = `${context.challenge}\nExpires: ${new Date((await chain.now()) - 30_000).toISOString()}`;
  const hash = await chain.sendRaw({ from, to: from, data: hexOf(challenge) });
  const plan = await imported(context, hash, challenge);
  assert.match(plan.ok ? 'verified' : plan.issues.map((issue) => issue.reason).join(), /expired at/);
});

test.run();
