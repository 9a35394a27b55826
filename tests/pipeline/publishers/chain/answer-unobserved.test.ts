/** On a real log, with the processors that read the captures. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ArtifactStore, openArtifactStore } from '../../../../infra/artifacts/store.ts';
import { startDataProcessors } from '../../../../pipeline/processors/start-data.ts';
import { answerUnobserved } from '../../../../pipeline/publishers/chain/answer-unobserved.ts';
import { feeds } from '../../../../pipeline/publishers/feeds.ts';
import type { RunningProcessor } from '../../../../pipeline/runtime/role.ts';
import type { RegistryAsset } from '../../../../schemas/generated/records.ts';
import { sampleRegistryAsset } from '../../../support/sample-assets.ts';
import { endOf, openWorld, untilRead, type World } from '../../runtime/harness.ts';

interface Fixture {
  world: World;
  directory: string;
  artifacts: ArtifactStore;
}
const test = suite<Fixture>('answers for assets that no provider is asked about');

test.before.each(async (fixture) => {
  fixture.directory = mkdtempSync(join(tmpdir(), 'attestry-unobserved-'));
  fixture.artifacts = await openArtifactStore(fixture.directory);
  fixture.world = await openWorld(2, { artifact: (sha256) => fixture.artifacts.get(sha256) });
});
test.after.each(async ({ world, directory }) => {
  await world.close();
  rmSync(directory, { recursive: true, force: true });
});

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const asset = (n: number, over: Partial<RegistryAsset> = {}): RegistryAsset =>
  sampleRegistryAsset({
    assetId: idOf(n),
    chain: 'ethereum',
    standard: 'erc20',
    address: `0x${String(n).padStart(40, 'A')}`,
    ...over,
  });

/** Runs the publisher until it has read the registry, with providers for these chains. */
async function follow({ world, artifacts }: Fixture, ...observed: readonly string[]): Promise<void> {
  const running = await answerUnobserved({ ...world.deps, artifacts, isObserved: (slug) => observed.includes(slug) });
  await untilRead(world, 'chains', 'registry.assets');
  await running.stop();
  await running.done;
}

/** Readings on the log as `<asset> <reading>`, sorted. */
async function readings({ world }: Fixture): Promise<readonly string[]> {
  const running: readonly RunningProcessor[] = await startDataProcessors(world.deps, feeds, new Set(['ingest']));
  await untilRead(world, 'ingest', 'feed.captures');
  for (const one of running) await one.stop();
  const observations = await world.values('observations');
  return observations
    .filter(({ field }) => field === 'chain_reading')
    .map(({ assetId, value }) => `${Number(assetId.slice(-12))} ${value}`)
    .sort();
}

const declaredAt = Date.parse('2026-02-03T04:05:06Z');

test('assets of chains without a provider and assets without a contract are not observed', async (fixture) => {
  const { world } = fixture;
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  await world.append(
    'registry.assets',
    [
      asset(1),
      asset(2, { chain: 'base' }),
      asset(3, { chain: 'base', standard: 'slip44', address: '60' }),
      asset(4, { chain: 'base', standard: 'erc1155' }),
      asset(5, { chain: 'solana', standard: 'token', address: mint }),
      asset(6, { chain: 'xrpl', standard: 'token', address: 'USD.rhub8VRN55s94qWKDv6jmDy1pUykJzF3wq' }),
      asset(7, { chain: 'solana', standard: 'token', address: 'no key' }),
    ],
    declaredAt,
  );
  await follow(fixture, 'base', 'solana');
  const not = '"not_observed"';
  assert.equal(
    await readings(fixture),
    [1, 3, 4, 6, 7].map((n) => `${n} ${not}`),
  );
  const captures = await world.values('feed.captures');
  assert.equal([...new Set(captures.map(({ feed }) => feed))].sort(), [
    'chain-base',
    'chain-ethereum',
    'chain-solana',
    'chain-xrpl',
  ]);
  assert.ok(captures.every(({ asOf }) => asOf === declaredAt));
  const runs = await world.values('feed.runs');
  assert.ok(runs.every(({ status }) => status === 'accepted'));
});

test('an asset is answered once, also when it is declared again and after a restart', async (fixture) => {
  const { world } = fixture;
  await world.append('registry.assets', [asset(1), asset(1, { name: 'Another name' })], declaredAt);
  await follow(fixture);
  await world.append('registry.assets', [asset(1, { status: 'withdrawn' }), asset(2)], declaredAt + 1);
  await follow(fixture);
  await follow(fixture);
  assert.is((await world.values('feed.captures')).length, 2);
  assert.equal(await readings(fixture), ['1 "not_observed"', '2 "not_observed"']);
});

test('an asset that moved to another chain is answered there', async (fixture) => {
  await fixture.world.append('registry.assets', [asset(1)], declaredAt);
  await follow(fixture, 'base');
  await fixture.world.append('registry.assets', [asset(1, { chain: 'plume' })], declaredAt + 1);
  await follow(fixture, 'base');
  const captures = await fixture.world.values('feed.captures');
  assert.equal(captures.map(({ feed }) => feed).sort(), ['chain-ethereum', 'chain-plume']);
});

test('10,001 assets are two captures of one chain', async (fixture) => {
  const { world, artifacts } = fixture;
  const all = Array.from({ length: 10_001 }, (_, n) => ({ assetId: idOf(n), address: '60', standard: 'slip44' }));
  const { unansweredCaptures } = await import('../../../../pipeline/publishers/chain/unanswered.ts');
  const { chainBySlug } = await import('../../../../schemas/values/chains.ts');
  const chain = chainBySlug('plume');
  if (chain === undefined) throw new Error('no plume');
  const captures = await unansweredCaptures(chain, all, { unanswered: 'not_observed', asOf: declaredAt }, artifacts);
  assert.is(captures.length, 2);
  await world.append('feed.captures', captures, declaredAt);
  assert.is((await readings(fixture)).length, 10_001);
});

test('assets whose provider was removed are answered at the next start, once', async (fixture) => {
  const { world } = fixture;
  await world.append('registry.assets', [asset(1)], declaredAt);
  await follow(fixture, 'ethereum');
  assert.equal(await readings(fixture), []);
  await follow(fixture);
  await follow(fixture);
  const [capture, ...more] = await world.values('feed.captures');
  assert.equal(more, []);
  assert.is(capture?.asOf, world.deps.clock());
  assert.equal(await readings(fixture), ['1 "not_observed"']);
  await follow(fixture, 'ethereum');
  await follow(fixture);
  assert.is((await world.values('feed.captures')).length, 2);
});

const crash = new Error('the process ends here');

for (const moment of ['before', 'after'] as const) {
  test(`a process that ends ${moment} the commit loses and doubles no answer`, async (fixture) => {
    const { world, artifacts } = fixture;
    await world.append('registry.assets', [asset(1), asset(2), asset(3)], declaredAt);
    let crashes = 0;
    world.faults[moment] = () => {
      crashes += 1;
      throw crash;
    };
    const running = await answerUnobserved({ ...world.deps, artifacts, isObserved: () => false });
    assert.is(await endOf(running), crash);
    assert.ok(crashes > 0);
    Reflect.deleteProperty(world.faults, moment);
    await follow(fixture);
    assert.equal(
      await readings(fixture),
      [1, 2, 3].map((n) => `${n} "not_observed"`),
    );
  });
}

test('state that was lost is made again, and nothing is stated twice', async (fixture) => {
  const { world } = fixture;
  await world.append('registry.assets', [asset(1), asset(2)], declaredAt);
  await follow(fixture);
  const before = await readings(fixture);
  await world.engine.openStore('chains', 'data').reset(1);
  await follow(fixture);
  assert.equal(await readings(fixture), before);
});

test('a record that cannot be decoded does not stop the answers', async (fixture) => {
  const { world } = fixture;
  await world.appendBytes('registry.assets', idOf(1), Buffer.from([9, 9]));
  await world.append('registry.assets', [asset(2)], declaredAt);
  await follow(fixture);
  assert.equal(await readings(fixture), ['2 "not_observed"']);
});

test.run();
