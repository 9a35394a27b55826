import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Cassette, parseCassette, writeCassette } from '../../../../../pipeline/chain/cassette.ts';
import type { ReadingHeader } from '../../../../../pipeline/chain/cassette-header.ts';
import { type DecodedCassette, decodeCassette } from '../../../../../pipeline/chain/decode-cassette.ts';
import type { RpcProvider } from '../../../../../infra/rpc/provider.ts';
import type { ChainAnswer, ChainRequest, Exchange } from '../../../../../pipeline/chain/exchange.ts';
import { toChecksumAddress } from '../../../../../schemas/values/evm.ts';
import { openTestChain, encodeCall, type TestChain } from '../../../../support/chain/contracts.ts';
import { readAssets, readWithProofs } from '../../../../support/chain/read-state.ts';

type Names = Readonly<Record<string, string>>;

interface Context {
  chain: TestChain;
  /** Address of each asset by a name, and that of each of its accounts. */
  assets: Names;
  accounts: Names;
  cassette: Cassette<ReadingHeader>;
}

const test = suite<Context>('what a state root proves');

test.before(async (context) => {
  const chain = (context.chain = await openTestChain());
  const [a = '', b = '', c = ''] = chain.keys;
  const safe = await chain.safe([a, b, c], 2);
  const owned = await chain.deploy('OwnedToken', safe.address);
  const fiat = await chain.deploy('FiatToken');
  const start = Buffer.from(encodeCall(fiat.abi, 'initialize', [a, b, c, c]).slice(2), 'hex');
  const proxy = await chain.deploy('TransparentUpgradeableProxy', fiat.address, safe.address, start);
  const clone = await chain.deploy('OwnedToken', a);
  const code = `0x363d3d373d3d3d363d73${owned.address.slice(2)}5af43d82803e903d91602b57fd5bf3`;
  await chain.anvil.rpc('anvil_setCode', clone.address, code);
  const missing = `0x${'ad'.repeat(20)}`;
  // A proxy whose admin slot names a key: there is no proxy admin between them.
  const keyed = await chain.deploy('TransparentUpgradeableProxy', fiat.address, safe.address, start);
  await chain.anvil.rpc('anvil_setStorageAt', keyed.address, adminSlot, `0x${a.slice(2).padStart(64, '0')}`);
  await chain.finalize();
  context.assets = {
    owned: owned.address,
    fiat: fiat.address,
    proxy: proxy.address,
    clone: clone.address,
    keyed: keyed.address,
    missing,
  };
  context.accounts = { a, b, c, safe: safe.address };
  context.cassette = await readWithProofs(chain.anvil.provider(), Object.values(context.assets));
});

const adminSlot = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103';

/** Proven facts of an asset, as `<field> <account name>`, sorted. */
function provenOf(context: Context, name: string, decoded: DecodedCassette): readonly string[] {
  if (!decoded.ok) throw new Error(decoded.reason);
  const facts = decoded.proven.get(`eip155:1/erc20:${context.assets[name] ?? ''}`) ?? new Set();
  return [...facts]
    .map((id) => {
      const [, key = '', field] = id.split('\t');
      const account = Object.entries(context.accounts).find(([, address]) => toChecksumAddress(address) === key);
      return `${field} ${account?.[0] ?? key}`.trim();
    })
    .sort();
}

const keysAndSafe = ['control a', 'control b', 'control c', 'control safe'];
const upgrader = 'authority upgrade_authority';

const expected: readonly (readonly [asset: string, why: string, facts: readonly string[]])[] = [
  ['owned', 'code that cannot be changed, and a Safe with its owners', [upgrader, 'code', ...keysAndSafe]],
  ['fiat', 'its accounts are keys that it answers: nothing of an answer is proven', [upgrader, 'code']],
  ['proxy', 'a proxy admin is known by what it answers, so who upgrades is not proven', ['code', ...keysAndSafe]],
  ['keyed', 'the slot of the admin names a key', [upgrader, 'code', 'control a', 'control b', 'control c']],
  ['clone', 'a clone can never be changed', [upgrader, 'code', 'control a']],
  ['missing', 'there is no contract', ['chain_reading']],
];

for (const [name, why, facts] of expected) {
  test(`${name}: ${why}`, (context) => {
    const decoded = decodeCassette(context.cassette);
    const proven = provenOf(context, name, decoded);
    assert.equal(proven, [...facts].sort());
  });
}

test('the cassette that was written and parsed again proves the same', (context) => {
  const parsed = parseCassette(writeCassette(context.cassette));
  if (!parsed.ok) throw new Error(parsed.refusal);
  assert.equal(decodeCassette(parsed.cassette), decodeCassette(context.cassette));
});

test('a cassette without proofs gives the same states, and proves nothing', async (context) => {
  const plain = await readAssets(context.chain.anvil.provider(), Object.values(context.assets));
  const [with_, without] = [decodeCassette(context.cassette), decodeCassette(plain.cassette)];
  if (!with_.ok || !without.ok) throw new Error('not decoded');
  assert.equal(with_.states, without.states);
  assert.is(without.proven.size, 0);
});

/** What a node answers in place of the real one. */
type Change = (request: ChainRequest, answer: ChainAnswer) => ChainAnswer | undefined;

/** The real node behind a label, some of its answers changed. */
function nodeWith({ chain }: Context, label: string, change: Change): RpcProvider {
  const real = chain.anvil.provider(label);
  return {
    ...real,
    send: async (requests, signal) => {
      const reply = await real.send(requests, signal);
      if (reply.kind === 'failed') return reply;
      const answers = reply.answers.map((answer, index) => {
        const request = requests[index];
        return request === undefined ? answer : (change(request, answer) ?? answer);
      });
      return { ...reply, answers };
    },
  };
}

/** One cassette of several providers, each of which was read for itself. */
async function several(context: Context, changes: readonly Change[], quorum: number): Promise<Cassette> {
  const addresses = Object.values(context.assets);
  const exchanges: Exchange[] = [];
  const providers = changes.map((_, index) => `p${index}`);
  for (const [index, change] of changes.entries()) {
    exchanges.push(...(await readWithProofs(nodeWith(context, `p${index}`, change), addresses)).exchanges);
  }
  return { header: { ...context.cassette.header, providers, quorum }, exchanges };
}

const honest: Change = () => undefined;
const error: ChainAnswer = { kind: 'error', code: -32_601, message: 'the method does not exist' };
const isProof = ({ method }: ChainRequest): boolean => method === 'eth_getProof';

/** Replaces bytes in what a node answers of contracts, everywhere alike. */
const replacing =
  (from: string, to: string): Change =>
  ({ method }, answer) => {
    if (isProof({ method, params: [] }) || answer.kind !== 'result' || method.startsWith('eth_getBlock'))
      return undefined;
    const text = JSON.stringify(answer.result).replaceAll(from.replace(/^0x/, ''), to);
    return { kind: 'result', result: JSON.parse(text) as unknown };
  };

/** Another last byte in the last node of each proof. */
const brokenProof: Change = (request, answer) => {
  if (!isProof(request) || answer.kind !== 'result') return undefined;
  const result = answer.result as { readonly accountProof: readonly string[] };
  const last = result.accountProof.at(-1) ?? '';
  const other = `${last.slice(0, -2)}${last.endsWith('00') ? '01' : '00'}`;
  return { kind: 'result', result: { ...result, accountProof: result.accountProof.with(-1, other) } };
};

/** Code hash of the proxy that a Safe is, as the reader gives it. */
const safeHash = '4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f';

const lies: readonly (readonly [name: string, change: (context: Context) => Change])[] = [
  ['another admin in the slot of a proxy', ({ accounts }) => replacing(accounts['a'] ?? '', '12'.repeat(20))],
  ['another owner of a Safe', ({ accounts }) => replacing(accounts['b'] ?? '', '34'.repeat(20))],
  ['other code', () => replacing(safeHash, '56'.repeat(32))],
  ['a proof that does not fit', () => brokenProof],
];

for (const [name, change] of lies) {
  test(`alone, a provider that states ${name} gives nothing`, async (context) => {
    const decoded = decodeCassette(await several(context, [change(context)], 1));
    assert.not.ok(decoded.ok);
    if (!decoded.ok)
      assert.match(
        decoded.reason,
        /1 providers? must agree.*the state root of block \d+ contradicts provider p0 at 0x/,
      );
  });

  test(`of three, a provider that states ${name} is the one left out`, async (context) => {
    const decoded = decodeCassette(await several(context, [change(context), honest, honest], 2));
    const own = decodeCassette(context.cassette);
    if (!decoded.ok || !own.ok) throw new Error('not decoded');
    assert.equal(decoded, { ...own, agreed: 2, lying: ['p0'] });
  });

  test(`two that state ${name} do not outvote one whose proofs fit`, async (context) => {
    const lie = change(context);
    const decoded = decodeCassette(await several(context, [lie, lie, honest], 1));
    assert.ok(decoded.ok && decoded.agreed === 1);
  });
}

test('a provider without proofs agrees with one that has them, and what that one proves is proven', async (context) => {
  const without: Change = (request) => (isProof(request) ? error : undefined);
  const decoded = decodeCassette(await several(context, [without, honest], 2));
  const own = decodeCassette(context.cassette);
  if (!decoded.ok || !own.ok) throw new Error('not decoded');
  assert.equal(decoded, { ...own, agreed: 2 });
});

test('a provider without proofs is asked for one of them alone', async (context) => {
  let asked = 0;
  const counting: Change = (request) => {
    if (!isProof(request)) return undefined;
    asked += 1;
    return error;
  };
  const decoded = decodeCassette(await several(context, [counting], 1));
  assert.ok(decoded.ok && decoded.proven.size === 0);
  assert.is(asked, 1);
});

test('one account without a proof takes the claims about it alone', async (context) => {
  const safe = context.accounts['safe'] ?? '';
  const change: Change = (request) => (isProof(request) && request.params[0] === safe ? error : undefined);
  const decoded = decodeCassette(await several(context, [change], 1));
  const without = ['control a', 'control b', 'control c'];
  assert.equal(provenOf(context, 'owned', decoded), [upgrader, 'code', ...without].sort());
});

test('a state root beside the hash of the header proves nothing, whatever the proofs fit', async (context) => {
  const change: Change = ({ method }, answer) => {
    if (method !== 'eth_getBlockByHash' || answer.kind !== 'result') return undefined;
    return { kind: 'result', result: { ...(answer.result as object), stateRoot: `0x${'11'.repeat(32)}` } };
  };
  const decoded = decodeCassette(await several(context, [change], 1));
  assert.ok(decoded.ok && decoded.proven.size === 0 && decoded.lying.length === 0);
});

test('a header that names proofs needs their exchanges', (context) => {
  const { header, exchanges } = context.cassette;
  const decoded = decodeCassette({ header, exchanges: exchanges.filter(({ request }) => !isProof(request)) });
  assert.equal(decoded, { ok: false, reason: 'the cassette lacks an answer of provider own to eth_getProof' });
});

test('a cassette cannot claim proofs of a chain without them', (context) => {
  const { header } = context.cassette;
  const decoded = decodeCassette({ header: { ...header, plan: 'solana-1' }, exchanges: [] });
  assert.equal(decoded, { ok: false, reason: 'no proofs exist for the read plan "solana-1"' });
});

test.run();
