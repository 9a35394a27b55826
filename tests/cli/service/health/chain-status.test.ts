import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chainSources } from '../../../../cli/service/health/chain-sources.ts';
import { chainFails, chainStatuses } from '../../../../cli/service/health/chain-status.ts';
import { createMetrics } from '../../../../infra/metrics.ts';
import type { ChainHealth, ProviderHealth } from '../../../../pipeline/publishers/chain/chain-health.ts';
import { status } from '../../../../api/resources/service/schema.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';

const compiler = new Ajv2020({ strict: false, validateFormats: false });
const now = 1_780_000_000_000;
const block = { number: 7, hash: `0x${'ab'.repeat(32)}`, timestamp: now / 1000 - 900 };

const provider = (over: Partial<ProviderHealth> = {}): ProviderHealth => ({
  label: 'own',
  state: 'used',
  message: null,
  finalized: block,
  answered: 10,
  failed: 1,
  capabilities: null,
  leftOutUntil: null,
  ...over,
});

const healthy: ChainHealth = {
  chain: 'ethereum',
  owned: true,
  stepMs: 60_000,
  quorum: 2,
  block,
  problem: null,
  message: null,
  providers: [provider(), provider({ label: 'b' })],
  lastRound: {
    at: now - 30_000,
    durationMs: 900,
    block: 7,
    swept: 42,
    unreadable: 1,
    stated: 2,
    disputed: 0,
    requests: 12,
  },
  assets: 100,
  unstated: 3,
  unreadable: ['x'],
  rejected: 4,
};

async function metricsOf(health: ChainHealth): Promise<ReadonlyMap<string, number>> {
  const sources = chainSources(
    () => new Map([[health.chain, health]]),
    () => now,
  );
  const read = await Promise.all(sources.map(async (source) => [source.name, await source.read()] as const));
  return new Map(
    read.flatMap(([name, readings]) =>
      readings.map(({ labels, value }) => [`${name} ${Object.values(labels).join(' ')}`, value] as const),
    ),
  );
}

test('a chain that is read: ages, assets, providers', async () => {
  const metrics = await metricsOf(healthy);
  const expected: Readonly<Record<string, number>> = {
    'attestry_chain_finalized_age_seconds ethereum': 900,
    'attestry_chain_finalized_overdue ethereum': 0,
    'attestry_chain_round_age_seconds ethereum': 30,
    'attestry_chain_problem ethereum providers_disagree': 0,
    'attestry_chain_assets ethereum': 100,
    'attestry_chain_assets_unstated ethereum': 3,
    'attestry_chain_assets_unreadable ethereum': 1,
    'attestry_chain_statements_rejected ethereum': 4,
    'attestry_chain_provider_usable ethereum own': 1,
    'attestry_chain_provider_left_out ethereum b': 0,
    'attestry_chain_provider_requests_failed ethereum own': 1,
  };
  for (const [name, value] of Object.entries(expected)) assert.is(metrics.get(name), value, name);
  assert.is(chainFails(healthy, now), false);
});

const failing: readonly (readonly [name: string, over: Partial<ChainHealth>, metric: string])[] = [
  [
    'providers disagree',
    { problem: 'providers_disagree', message: 'no' },
    'attestry_chain_problem ethereum providers_disagree',
  ],
  [
    'a finalized block changed',
    { problem: 'finalized_block_changed' },
    'attestry_chain_problem ethereum finalized_block_changed',
  ],
  [
    'every finalized block is too old',
    { providers: [provider({ finalized: { ...block, timestamp: now / 1000 - 5761 } })] },
    'attestry_chain_finalized_overdue ethereum',
  ],
];

for (const [name, over, metric] of failing) {
  test(`${name}: a metric that alerts, and a chain that fails`, async () => {
    const health = { ...healthy, ...over };
    assert.is((await metricsOf(health)).get(metric), 1);
    assert.is(chainFails(health, now), true);
  });
}

test('the age is that of the newest block of any provider, and one that lags alone is no fault', async () => {
  const old = { ...block, timestamp: now / 1000 - 90_000 };
  const health = { ...healthy, providers: [provider({ finalized: old, state: 'lagging' }), provider({ label: 'b' })] };
  assert.is((await metricsOf(health)).get('attestry_chain_finalized_overdue ethereum'), 0);
  assert.is(chainFails(health, now), false);
});

test('before the first answer there is no age, and nothing is overdue', async () => {
  const health = { ...healthy, block: null, lastRound: null, providers: [provider({ state: 'new', finalized: null })] };
  const metrics = await metricsOf(health);
  assert.is(metrics.has('attestry_chain_finalized_age_seconds ethereum'), false);
  assert.is(metrics.has('attestry_chain_round_age_seconds ethereum'), false);
  assert.is(metrics.get('attestry_chain_finalized_overdue ethereum'), 0);
});

test('states of providers: usable or not, left out until the hour is over', async () => {
  const states = [
    'new',
    'used',
    'lagging',
    'differs',
    'left_out',
    'wrong_chain',
    'no_finalized_block',
    'failing',
  ] as const;
  const usable = [];
  for (const state of states) {
    const providers = [provider({ state, leftOutUntil: state === 'left_out' ? now + 1 : null })];
    const metrics = await metricsOf({ ...healthy, providers });
    if (metrics.get('attestry_chain_provider_usable ethereum own') === 1) usable.push(state);
    assert.is(metrics.get('attestry_chain_provider_left_out ethereum own'), state === 'left_out' ? 1 : 0, state);
  }
  assert.equal(usable, ['new', 'used', 'lagging']);
});

test('a process that does not own a chain reports nothing of it in metrics', async () => {
  assert.is((await metricsOf({ ...healthy, owned: false })).size, 0);
});

test('the status has the form that the API describes, also of a chain without rounds', () => {
  const none = {
    ...healthy,
    block: null,
    lastRound: null,
    providers: [provider({ finalized: null, state: 'failing', message: 'provider own: no whole answer' })],
  };
  const chains = chainStatuses(
    new Map([
      ['b', { ...none, chain: 'b' }],
      ['a', { ...healthy, chain: 'a' }],
    ]),
    now,
  );
  assert.equal(
    chains.map((one) => (one as { readonly chain: string }).chain),
    ['a', 'b'],
  );
  const isValid = compiler.compile(status);
  assert.is(
    isValid({
      indicator: 'none',
      feeds: [],
      documents: null,
      ticks: null,
      coverage: null,
      chains,
      standing: [],
      processors: [],
    }),
    true,
    JSON.stringify(isValid.errors),
  );
  const unknown = [{ ...chains[0], url: 'https://node.example/KEY' }];
  assert.is(
    isValid({
      indicator: 'none',
      feeds: [],
      documents: null,
      ticks: null,
      coverage: null,
      chains: unknown,
      standing: [],
      processors: [],
    }),
    false,
  );
});

test('metrics are scraped in the format of Prometheus', async () => {
  const sources = chainSources(
    () => new Map([['ethereum', healthy]]),
    () => now,
  );
  const text = await createMetrics(sources, []).text();
  assert.match(text, /attestry_chain_provider_usable\{chain="ethereum",provider="own"\} 1/);
});

test.run();
