import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArtifactStore, openArtifactStore } from '../../infra/artifacts/store.ts';
import { partitionOf } from '../../infra/log/murmur2.ts';
import { captureIdOf } from '../../pipeline/ingest/snapshot-ids.ts';
import { startDataProcessors } from '../../pipeline/processors/start-data.ts';
import { observeChains } from '../../pipeline/publishers/chain/rounds/observe-chains.ts';
import { observedChains } from '../../pipeline/publishers/chain/rounds/providers/chain-table.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import type { RunningProcessor } from '../../pipeline/runtime/role.ts';
import type { World } from '../../tests/pipeline/runtime/harness.ts';
import type { BenchOptions } from '../bench.ts';
import { atMost, type Measurement, median } from '../measurement.ts';
import { leiFile, leiOf } from '../support/samples/lei-file.ts';
import { dayMs } from '../../schemas/values/durations.ts';

const stepMs = 2_000;
const changes = 5;
const pollMs = 5;
const target = atMost(stepMs + 5_000);

interface WatchedSafe {
  readonly world: World;
  readonly artifacts: ArtifactStore;
  /** Milliseconds from a final block with another threshold of the Safe until the change is on the log. */
  readonly change: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, pollMs));
};

/** A token that a Safe owns, read in rounds on a log with so many partitions, with the processors behind them. */
async function watchSafe(partitions: number): Promise<WatchedSafe> {
  const [{ openWorld }, { openTestChain }, { sampleRegistryAsset }] = await Promise.all([
    import('../../tests/pipeline/runtime/harness.ts'),
    import('../../tests/support/chain/contracts.ts'),
    import('../../tests/support/sample-assets.ts'),
  ]);
  const directory = mkdtempSync(join(tmpdir(), 'attestry-rounds-'));
  const artifacts = await openArtifactStore(directory);
  const world = await openWorld(partitions, {
    clock: Date.now,
    artifact: (sha256) => artifacts.get(sha256),
    reduceArtifact: artifacts.read,
  });
  const chain = await openTestChain();
  const [a = '', b = ''] = chain.keys;
  const safe = await chain.safe([a, b], 2);
  const { address } = await chain.deploy('OwnedToken', safe.address);
  await chain.finalize();
  await world.append('registry.assets', [sampleRegistryAsset({ chain: 'ethereum', standard: 'erc20', address })]);
  const ethereum = observedChains.get('ethereum');
  if (ethereum === undefined) throw new Error('no Ethereum');
  const running: readonly RunningProcessor[] = [
    ...(await startDataProcessors(world.deps, feeds, new Set(['ingest', 'detect']))),
    await observeChains({
      ...world.deps,
      artifacts,
      quorum: null,
      sweepMs: dayMs,
      chains: [{ observed: { ...ethereum, stepMs }, providers: ['own', 'b'].map(chain.anvil.provider) }],
    }),
  ];
  const count = async (topic: 'changes' | 'observations'): Promise<number> => (await world.values(topic)).length;
  await until(async () => (await count('observations')) > 0);
  await chain.anvil.rpc('anvil_impersonateAccount', safe.address);
  await chain.anvil.rpc('anvil_setBalance', safe.address, '0xde0b6b3a7640000');
  let turn = 0;
  return {
    world,
    artifacts,
    change: async () => {
      const before = await count('changes');
      await chain.send(safe, 'changeThreshold', [turn % 2 === 0 ? 1n : 2n], safe.address);
      turn += 1;
      await chain.finalize();
      const start = performance.now();
      await until(async () => (await count('changes')) > before);
      return performance.now() - start;
    },
    close: async () => {
      for (const one of running.toReversed()) await one.stop();
      await world.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** From a final block with a change of a Safe until the change is on the log that feeds are made of. */
export async function measureFeed(_: BenchOptions): Promise<readonly Measurement[]> {
  const watched = await watchSafe(2);
  const delays: number[] = [];
  while (delays.length < changes) delays.push(await watched.change());
  await watched.close();
  const floor = { name: 'half of a polling step', value: stepMs / 2 };
  const name = 'final block with a change until the change is on the log, steps of 2 s';
  return [{ name, unit: 'ms', value: median(delays), floor, target }];
}

const fullRecords = 1_000_000;
/** Fewer are read before a step is over. */
const fewestRecords = 500_000;
const wanted = 1_000;
const gleif = 'gleif-lei';
const chainFeed = 'chain-ethereum';

/**
 * The same while `ingest` reads a file of level 1 records: in another partition than the chain's captures, and in theirs,
 * where they wait for the file.
 */
export async function measureFeedBesideGleif({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const records = Math.max(fewestRecords, Math.round(fullRecords * scale));
  return [await besideGleif(records, 6), await besideGleif(records, 2)];
}

async function besideGleif(records: number, partitions: number): Promise<Measurement> {
  const watched = await watchSafe(partitions);
  const { world, artifacts } = watched;
  const { sha256, bytes } = await artifacts.putPieces(leiFile(records));
  const leis = Array.from({ length: wanted }, (_, at) => leiOf(Math.floor((at * records) / wanted))).sort();
  const none = { url: null, contentType: null, etag: null, lastModified: null };
  const content = { feed: gleif, asOf: Date.now(), artifacts: [{ name: 'lei.xml', sha256, bytes, ...none }] };
  const capture = {
    ...content,
    captureId: captureIdOf(content),
    obtained: 'fetched',
    force: false,
    wanted: leis,
  } as const;
  await world.append('feed.captures', [capture], Date.now());
  const start = performance.now();
  const delay = await watched.change();
  const isRead = async (): Promise<boolean> => (await world.values('feed.runs')).some(({ feed }) => feed === gleif);
  await until(isRead);
  const reading = performance.now() - start;
  await watched.close();
  const isShared = placeOf(gleif, partitions) === placeOf(chainFeed, partitions);
  const where = isShared ? 'in the same partition' : 'in another partition';
  return {
    name: `the same while GLEIF is read ${where}, ${records} records`,
    unit: 'ms',
    value: delay,
    floor: { name: 'reading of the file', value: reading },
    target: isShared ? null : target,
  };
}

const placeOf = (feed: string, partitions: number): number => partitionOf(Buffer.from(feed), partitions);
