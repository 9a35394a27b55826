import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { comparedReadings } from '../../../../../pipeline/chain/agreement.ts';
import { decodeCassette } from '../../../../../pipeline/chain/decode-cassette.ts';
import { evmPlanVersion } from '../../../../../pipeline/chain/evm/plan.ts';
import { toChecksumAddress } from '../../../../../schemas/values/evm.ts';
import type { TestChain } from '../../../../support/chain/contracts.ts';
import { changed } from '../../../../support/chain/changed-provider.ts';
import { factOf, holdersIn, readAssets } from '../../../../support/chain/read-state.ts';
import { openWorld, type World } from '../../../../support/chain/world.ts';

interface Context {
  world: World;
}

const test = suite<Context>('who has the powers of a token');

/** Name of the asset, contract and arguments; `a`, `b` and `c` are accounts. */
type Deployment = readonly [name: string, contract: string, ...values: readonly unknown[]];

const deployments = ([a, b, c]: readonly string[]): readonly Deployment[] => [
  ['silent', 'Silent'],
  ['wrapped', 'Wrapped'],
  ['answersOne', 'AnswersAll', 1n],
  ['answersZero', 'AnswersAll', 0n],
  ['answersAccount', 'AnswersAll', BigInt(a ?? '0x0')],
  ['echoes', 'EchoesSelector'],
  ['callsMint', 'CallsMint'],
  ['listed', 'ListedMinters', b],
  ['wards', 'Wards', b],
  ['limits', 'Limits', b],
  ['bits', 'BitRoles', b],
  ['issued', 'Issued'],
  ['allowances', 'MinterAllowances', ...minterAccounts([a ?? '', b ?? '', c ?? ''])],
  ['withoutMaster', 'MinterAllowances', a, `0x${'0'.repeat(40)}`, c],
  ['oneMinter', 'OneMinter', b],
  ['pool', 'PoolToken', b],
  ['agents', 'Agents', b],
  ['hidden', 'HiddenPowers', b],
  ['emptyController', 'EmptyController', a],
];

const minterAccounts = ([a, b, c]: readonly string[]): readonly unknown[] => [a, b, c];

async function build(chain: TestChain): Promise<Readonly<Record<string, string>>> {
  const assets: Record<string, string> = {};
  for (const [name, contract, ...values] of deployments(chain.keys)) {
    assets[name] = (await chain.deploy(contract, ...values)).address;
  }
  return assets;
}

test.before(async (context) => {
  context.world = await openWorld(build);
});

interface ExpectedPowers {
  /** `a`, `b` and `c` are accounts. */
  readonly holders: Readonly<Record<string, string | null>>;
  readonly powers?: readonly string[];
  readonly notKnown?: readonly string[];
}

const fixed = { upgrade_authority: null };
const cases: Readonly<Record<string, ExpectedPowers>> = {
  silent: { holders: fixed },
  wrapped: { holders: fixed },
  answersOne: { holders: fixed },
  answersZero: { holders: fixed },
  answersAccount: { holders: fixed },
  echoes: { holders: fixed },
  callsMint: { holders: fixed },
  listed: { holders: { ...fixed, owner: 'a', 'mint_authority:b': 'b' } },
  wards: {
    holders: { ...fixed, 'owner:a': 'a', 'owner:b': 'b', 'mint_authority:a': 'a', 'mint_authority:b': 'b' },
  },
  limits: { holders: { ...fixed, owner: 'a', 'mint_authority:b': 'b' } },
  bits: { holders: { ...fixed, owner: 'a', mint_authority: 'b' } },
  issued: {
    holders: { owner: 'a', mint_authority: 'a', freeze_authority: 'a', upgrade_authority: 'a' },
    powers: ['freeze_address', 'burn_from', 'upgrade_logic'],
  },
  allowances: { holders: { ...fixed, owner: 'a', mint_authority: 'b', 'mint_authority:c': 'c' } },
  withoutMaster: { holders: { ...fixed, owner: 'a', 'mint_authority:c': 'c' } },
  oneMinter: { holders: { ...fixed, mint_authority: 'b' } },
  pool: { holders: { ...fixed, mint_authority: 'b' } },
  agents: {
    holders: { ...fixed, owner: 'a', mint_authority: 'b', freeze_authority: 'b', pause_authority: 'b' },
    powers: ['freeze_address', 'pause_all', 'force_transfer'],
  },
  hidden: {
    holders: fixed,
    powers: ['freeze_address', 'pause_all'],
    notKnown: ['freeze_authority', 'mint_authority', 'pause_authority'],
  },
  emptyController: { holders: { ...fixed, owner: 'a' }, notKnown: ['mint_authority'] },
};

for (const [asset, { holders, powers = [], notKnown = [] }] of Object.entries(cases)) {
  test(`${asset}: holders, powers, and what is not known`, ({ world }) => {
    const state = world.stateOf(asset);
    assert.is(state?.reading, 'stated', state?.unread.join(', '));
    const [a = '', b = '', c = ''] = world.chain.keys.map(toChecksumAddress);
    const accounts: Readonly<Record<string, string>> = { a, b, c };
    const named = Object.entries(holders).map(([key, holder]) => [
      key.replace(/:([abc])$/, (_, one: string) => `:${accounts[one] ?? ''}`),
      holder === null ? null : accounts[holder],
    ]);
    assert.equal(holdersIn(state), Object.fromEntries(named));
    assert.equal(factOf(state, 'powers'), powers);
    assert.equal(factOf(state, 'holders_not_known'), notKnown);
    assert.ok((factOf(state, 'token') as { readonly name: string }).name.endsWith('Unit'));
  });
}

test('a node without old logs leaves minters open, and states all else', async ({ world }) => {
  const provider = changed(world.chain.anvil.provider(), ({ method }) =>
    method === 'eth_getLogs' ? { kind: 'error', code: -32_000, message: 'pruned' } : undefined,
  );
  const { address } = await world.chain.deploy('MinterAllowances', ...minterAccounts(world.chain.keys));
  await world.chain.finalize();
  const { states } = await readAssets(provider, [address]);
  const [state] = states;
  assert.is(state?.reading, 'stated', state?.unread.join(', '));
  assert.equal(factOf(state, 'holders_not_known'), ['mint_authority']);
  const [a = ''] = world.chain.keys.map(toChecksumAddress);
  assert.is(holdersIn(state)['owner'], a);
});

test('a node with all logs and one without agree, and leave open what only logs name', async ({ world }) => {
  const { anvil, keys } = world.chain;
  const { address } = await world.chain.deploy('MinterAllowances', ...minterAccounts(keys));
  await world.chain.finalize();
  const [whole, pruned] = [
    await readAssets(anvil.provider('whole'), [address]),
    await readAssets(
      changed(anvil.provider('pruned'), ({ method }) =>
        method === 'eth_getLogs' ? { kind: 'error', code: -32_000, message: 'pruned' } : undefined,
      ),
      [address],
    ),
  ];
  const header = { ...whole.cassette.header, providers: ['whole', 'pruned'], quorum: 2 };
  const decoded = decodeCassette({ header, exchanges: [...whole.cassette.exchanges, ...pruned.cassette.exchanges] });
  assert.ok(decoded.ok, decoded.ok ? '' : decoded.reason);
  assert.is(decoded.agreed, 2);
  assert.equal(decoded.states, pruned.states);
  assert.equal(factOf(decoded.states[0], 'holders_not_known'), ['mint_authority']);
  assert.equal(factOf(whole.states[0], 'holders_not_known'), []);
  // What both can know, and state differently, is still a contradiction.
  const [state] = whole.states;
  if (state === undefined) throw new Error('no state');
  const changes = [
    state.facts.map((one) => (one.subjectKey === 'owner' ? { ...one, value: null } : one)),
    state.facts.filter((one) => one.subjectKey !== 'owner'),
  ];
  for (const facts of changes) {
    for (const other of [pruned.states, whole.states.map((one) => ({ ...one, withoutLogs: [] }))]) {
      const texts = comparedReadings(evmPlanVersion, [[{ ...state, facts }], other]);
      assert.is(new Set(texts).size, 2);
    }
  }
  const [lacking] = pruned.states;
  const silent = { ...state, withoutLogs: [], ...lacking, facts: changes[1] ?? [] };
  assert.is(new Set(comparedReadings(evmPlanVersion, [[silent], whole.states])).size, 2);
});

test('a node that lends no code states the same', async ({ world }) => {
  assert.equal(await world.statesAskedSingly(), world.states);
});

test('a replay of the cassette gives the same facts, byte for byte', ({ world }) => {
  assert.ok(world.replaysAlike());
});

test.run();
