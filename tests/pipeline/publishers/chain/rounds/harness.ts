/** Rounds of a chain on a real log with the processors behind it, against real nodes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArtifactStore, openArtifactStore } from '../../../../../infra/artifacts/store.ts';
import type { RpcProvider } from '../../../../../infra/rpc/provider.ts';
import { startDataProcessors } from '../../../../../pipeline/processors/start-data.ts';
import type { ChainHealth } from '../../../../../pipeline/publishers/chain/chain-health.ts';
import { observedChains } from '../../../../../pipeline/publishers/chain/rounds/chain-table.ts';
import type { ObserveDeps } from '../../../../../pipeline/publishers/chain/rounds/observe-chains.ts';
import { observeChains } from '../../../../../pipeline/publishers/chain/rounds/observe-chains.ts';
import { feeds } from '../../../../../pipeline/publishers/feeds.ts';
import type { RunningProcessor } from '../../../../../pipeline/runtime/role.ts';
import type { Observation } from '../../../../../schemas/generated/records.ts';
import { sampleRegistryAsset } from '../../../../support/sample-assets.ts';
import { openWorld, until, type World } from '../../../runtime/harness.ts';

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export interface RoundsWorld {
  readonly world: World;
  readonly artifacts: ArtifactStore;
  /** Every health that was reported. */
  readonly healths: ChainHealth[];
  readonly health: () => ChainHealth | undefined;
  /** Tokens of Ethereum, or mints of Solana. */
  readonly declare: (...addresses: readonly string[]) => Promise<void>;
  /** Starts the publisher with `ingest`; a step is 100 ms, in which all assets are due. */
  readonly start: (providers: readonly RpcProvider[], over?: Partial<Rows>) => Promise<Running>;
  readonly observations: () => Promise<readonly Observation[]>;
  /** Values of a fact of an asset in their order. */
  readonly values: (n: number, field: string, subjectKey?: string) => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
}

interface Rows extends Pick<ObserveDeps, 'quorum' | 'sweepMs'> {
  readonly stepMs: number;
  /** Slug. */
  readonly chain: string;
}

interface Running {
  readonly stop: () => Promise<void>;
  readonly rounds: RunningProcessor;
}

export async function openRounds(partitions = 2): Promise<RoundsWorld> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-rounds-'));
  const artifacts = await openArtifactStore(directory);
  const world = await openWorld(partitions, {
    clock: Date.now,
    artifact: (sha256) => artifacts.get(sha256),
    reduceArtifact: artifacts.read,
  });
  const healths: ChainHealth[] = [];
  let declared = 0;
  const running: RunningProcessor[] = [];
  const stopAll = async (): Promise<void> => {
    for (const one of running.splice(0)) {
      await one.stop();
      await one.done.catch(() => undefined);
    }
  };
  const observations = (): Promise<readonly Observation[]> => world.values('observations');
  return {
    world,
    artifacts,
    healths,
    health: () => healths.at(-1),
    declare: async (...addresses) => {
      const assets = addresses.map((address) => {
        declared += 1;
        const place = address.startsWith('0x')
          ? { chain: 'ethereum', standard: 'erc20' }
          : { chain: 'solana', standard: 'token' };
        return sampleRegistryAsset({ assetId: idOf(declared), ...place, address });
      });
      await world.append('registry.assets', assets, Date.now());
    },
    start: async (providers, { stepMs = 100, sweepMs = 100, quorum = null, chain = 'ethereum' } = {}) => {
      const row = observedChains.get(chain);
      if (row === undefined) throw new Error(`no chain ${chain}`);
      running.push(...(await startDataProcessors(world.deps, feeds, new Set(['ingest']))));
      const rounds = await observeChains({
        ...{ ...world.deps, artifacts, quorum, sweepMs },
        chains: [{ observed: { ...row, stepMs }, providers }],
        onChainHealth: (health) => void healths.push(health),
      });
      running.push(rounds);
      return { rounds, stop: stopAll };
    },
    observations,
    values: async (n, field, subjectKey = '') =>
      (await observations())
        .filter((one) => one.assetId === idOf(n) && one.field === field && one.subjectKey === subjectKey)
        .map(({ value }) => (value === null ? null : (JSON.parse(value) as unknown))),
    close: async () => {
      await stopAll();
      await world.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Waits for the rounds that begin from now on: `count` of them end. */
export async function untilRounds({ healths }: RoundsWorld, count = 2): Promise<void> {
  const from = healths.length;
  await until(`${count} rounds`, () => healths.length >= from + count);
}
