import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readProofs } from '../../../../../cli/chains/read-proofs.ts';
import { loadConfig } from '../../../../../infra/config/config.ts';
import { chainProofsOf, planImport } from '../../../../../pipeline/registry/import/plan-import.ts';
import { followsAgain } from '../../../../../pipeline/registry/proofs/recompute.ts';
import type { ProofValue } from '../../../../../schemas/facts.ts';
import type { RegistryAsset } from '../../../../../schemas/generated/records.ts';
import { startXrplNode, type XrplNode } from '../../../../support/chain/xrpl-node.ts';
import { assetLine, request, uuid } from '../../declarations.ts';
import { xrplKey } from '../claims.ts';

interface Context {
  nodes: readonly [XrplNode, XrplNode];
}

const test = suite<Context>('transfer by memo on the XRP Ledger A-69');
test.before(async (context) => {
  context.nodes = [await startXrplNode(), await startXrplNode()];
});

const issuer = xrplKey('ed25519', 5).address;
const stranger = xrplKey('ed25519', 6).address;
const token = `USD.${issuer}`;
const asset = { chain: 'xrpl', address: token, standard: 'token', assetId: uuid(101) } as RegistryAsset;
const challenge = `Asset: xrpl:0/token:${token}\nAuthority: owner ${issuer}\nNonce: é 1`;
const hash = 'AB'.repeat(32);
const index = 94_538_000;
const closed = 830_000_000;
const closedAt = (closed + 946_684_800) * 1_000;
const now = closedAt + 3_600_000;
const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex').toUpperCase();
const memosOf = (text: string): readonly unknown[] => [
  { Memo: { MemoType: hexOf('text/plain') } },
  { Memo: { MemoData: hexOf(text), MemoType: hexOf('proof') } },
];

const signed = { Account: issuer, TransactionType: 'AccountSet', Memos: memosOf(challenge) };
const about = {
  hash,
  ledger_index: index,
  validated: true,
  ctid: 'C5A2891000070000',
  meta: { TransactionResult: 'tesSUCCESS', TransactionIndex: 7 },
};
type Members = Readonly<Record<string, unknown>>;
interface MemoOptions {
  readonly tx?: Members | null;
  readonly ledger?: Members | null;
  readonly text?: string;
  readonly evidence?: Members;
  readonly kind?: string;
  readonly provedAt?: string | undefined;
  /** What the second node states. */
  readonly second?: Members;
}

async function imported({ nodes }: Context, given: MemoOptions) {
  const [first, second] = nodes;
  const { tx = { ...signed, ...about }, text = challenge, evidence = {}, kind = 'memo' } = given;
  const ledger = given.ledger === undefined ? { ledger_hash: 'CD'.repeat(32), close_time: closed } : given.ledger;
  for (const node of nodes) {
    node.ledgers.clear();
    node.transactions.clear();
    if (ledger !== null) node.ledgers.set(index, { ledger, ledger_index: index, validated: true });
    if (tx !== null) node.transactions.set(hash, { ...tx, ...(node === second ? given.second : {}) });
  }
  const line = {
    type: 'proof',
    proofId: uuid(900),
    assetId: uuid(101),
    challenge: text,
    authority: { type: 'owner', address: issuer },
    method: { type: 'transfer', kind },
    evidence: { transactionHash: hash, blockNumber: index, ...evidence },
    provedAt: given.provedAt ?? new Date(closedAt).toISOString(),
  };
  const lines = [assetLine(1, { chain: 'xrpl', address: token, standard: 'token' }), line];
  const import_ = request(lines, { asOf: now, now });
  const { config } = loadConfig({
    ATTESTRY_RPC_XRPL: `own=${first.url}${given.second === undefined ? '' : `,b=${second.url}`}`,
    ATTESTRY_RPC_RATE: 'off',
  });
  const readings = await readProofs(
    chainProofsOf(import_),
    config,
    () => now,
    () => undefined,
  );
  return planImport({ ...import_, readingOf: ({ proofId }) => readings.get(proofId) });
}

const outcome = async (context: Context, given: MemoOptions): Promise<string> => {
  const plan = await imported(context, given);
  return plan.ok ? 'verified' : plan.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n');
};

const forms: readonly (readonly [name: string, tx: Members, evidence: Members])[] = [
  ['in the first form of the interface', { ...signed, ...about }, {}],
  ['in the second form of the interface', { tx_json: signed, ...about }, {}],
  ['its ledger found by the transaction', { ...signed, ...about }, { blockNumber: undefined }],
];
for (const [name, tx, evidence] of forms) {
  test(`a memo, ${name}, proves control, and is computed again from its exchanges`, async (context) => {
    const plan = await imported(context, { tx, evidence });
    if (!plan.ok) throw new Error(plan.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n'));
    const output = plan.records.at(-1);
    if (output?.topic !== 'observations') throw new Error('no observation');
    const proof = JSON.parse(output.value.value ?? '') as ProofValue;
    assert.equal(proof.method, { type: 'transfer', kind: 'memo', memo: challenge });
    assert.is(proof.provedBy, issuer);
    assert.is(followsAgain(proof, asset, output.value.observedAt), true);
    const { cassette } = proof.evidence as { readonly cassette: string };
    const failed = { ...proof.evidence, cassette: cassette.replace('tesSUCCESS', 'tecPATH_DRY') };
    assert.is(followsAgain({ ...proof, evidence: failed }, asset, output.value.observedAt), false);
  });
}

test('each request has a body of its own', async (context) => {
  const [{ bodies }] = context.nodes;
  bodies.length = 0;
  assert.is(await outcome(context, {}), 'verified');
  assert.equal(
    bodies.map((body) => (body as { readonly method: string }).method),
    ['ledger', 'ledger', 'tx'],
  );
});

const with_ = (over: Members): MemoOptions => ({ tx: { ...signed, ...about, ...over } });
const refusals: readonly (readonly [name: string, given: MemoOptions, reason: RegExp])[] = [
  ['by amount', { kind: 'amount' }, /amount is not verified on xrpl; a transfer proves control there by its memo/],
  ['a transaction that the node does not have', { tx: null }, /is in no validated ledger/],
  ['a transaction that is not validated', with_({ validated: false }), /is in no validated ledger/],
  ['another transaction', with_({ hash: 'EF'.repeat(32) }), /is in no validated ledger/],
  ['a transaction of another ledger', with_({ ledger_index: 5 }), /is in ledger 5, not in ledger 94538000/],
  [
    'a transaction of the test network',
    with_({ ctid: 'C5A2891000070001' }),
    /is of the network 1; the asset is on xrpl:0/,
  ],
  ['a node that does not state its network', with_({ ctid: undefined }), /has no ctid/],
  ['a ctid of another ledger', with_({ ctid: 'C000000500070000' }), /has no ctid/],
  [
    'a transaction that failed',
    with_({ meta: { TransactionResult: 'tecPATH_DRY' } }),
    /failed: its result is tecPATH_DRY/,
  ],
  ['another sender', with_({ Account: stranger }), /was sent by r\w+, not by r/],
  ['a delegate that signed', with_({ Delegate: stranger }), /was signed by a delegate, "r\w+", to whom r\w+ gave/],
  [
    'a delegate that signed, in the second form',
    { tx: { tx_json: { ...signed, Delegate: stranger }, ...about } },
    /was signed by a delegate/,
  ],
  ['a part of a batch', with_({ Flags: 0x4000_0000 }), /is a part of a batch/],
  [
    'a part of a batch by its result',
    with_({ meta: { TransactionResult: 'tesSUCCESS', ParentBatchID: hash } }),
    /is a part of a batch/,
  ],
  ['no memo', with_({ Memos: undefined }), /has no memo/],
  ['a memo of another form', with_({ Memos: [{ Memo: 'x' }, 5, null] }), /has no memo/],
  ['another memo', with_({ Memos: memosOf(`${challenge} `) }), /has another memo than the challenge/],
  ['no ledger', { ledger: null }, /provider own: the node has no validated ledger 94538000/],
  ['a ledger without its time', { ledger: { ledger_hash: 'CD'.repeat(32) } }, /no validated ledger 94538000/],
  ['a hash in lower case', { evidence: { transactionHash: 'ab'.repeat(32) } }, /is not 64 hex digits in upper case/],
  ['an unknown member', { evidence: { memo: 'x' } }, /unknown member/],
  ['providers that differ', { second: { Account: stranger } }, /providers own, b do not agree: for one, was sent by/],
];
for (const [name, given, reason] of refusals) {
  test(`refused: ${name}`, async (context) => assert.match(await outcome(context, given), reason));
}

test('refused: a challenge that had expired when the ledger closed', async (context) => {
  const text = `${challenge}\nExpires: ${new Date(closedAt - 1).toISOString()}`;
  assert.match(await outcome(context, { text, tx: { ...signed, ...about, Memos: memosOf(text) } }), /expired at/);
});

for (const [label, seconds, outcome_] of [
  ['Issued At', 1, /was not valid before .*, after its block was made/],
  ['Issued', 1, /was not valid before/],
  ['Not before', 1, /was not valid before/],
  ['Issued At', 0, /^verified$/],
  ['Expiration Time', -1, /expired at .*, before its block was made/],
  ['Expiration Time', 0, /^verified$/],
] as const) {
  test(`${label} ${seconds} s from the close of the ledger`, async (context) => {
    const text = `${challenge}\n${label}: ${new Date(closedAt + seconds * 1_000).toISOString()}`;
    const provedAt = new Date(seconds < 0 ? closedAt - 60_000 : closedAt + 60_000).toISOString();
    const tx = { ...signed, ...about, Memos: memosOf(text) };
    assert.match(await outcome(context, { text, tx, provedAt: seconds === 0 ? undefined : provedAt }), outcome_);
  });
}

test('refused: no node is named', async () => {
  const line = {
    type: 'proof',
    proofId: uuid(900),
    assetId: uuid(101),
    challenge,
    authority: { type: 'owner', address: issuer },
    method: { type: 'transfer', kind: 'memo' },
    evidence: { transactionHash: hash, blockNumber: index },
    provedAt: new Date(closedAt).toISOString(),
  };
  const lines = [assetLine(1, { chain: 'xrpl', address: token, standard: 'token' }), line];
  const import_ = request(lines, { asOf: now, now });
  const readings = await readProofs(
    chainProofsOf(import_),
    loadConfig({}).config,
    () => now,
    () => undefined,
  );
  const plan = planImport({ ...import_, readingOf: ({ proofId }) => readings.get(proofId) });
  const reasons = plan.ok ? 'verified' : plan.issues.map(({ reason }) => reason).join();
  assert.match(reasons, /needs ATTESTRY_RPC_XRPL: a JSON-RPC node of xrpl as label=url/);
});

test.run();
