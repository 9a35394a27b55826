/** Rounds of a chain on a real log with the processors behind it, against real nodes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArtifactStore, openArtifactStore } from '../../../../../infra/artifacts/store.ts';
import type { RpcProvider } from '../../../../../infra/rpc/provider.ts';
import { startDataProcessors } from '../../../../../pipeline/processors/start-data.ts';
import type { ChainHealth } from '../../../../../pipeline/publishers/chain/chain-health.ts';
import { observedChains } from '../../../../../pipeline/publishers/chain/rounds/providers/chain-table.ts';
import type { ObserveDeps } from '../../../../../pipeline/publishers/chain/rounds/observe-chains.ts';
import { observeChains } from '../../../../../pipeline/publishers/chain/rounds/observe-chains.ts';
import { feeds } from '../../../../../pipeline/publishers/feeds.ts';
import type { RunningProcessor } from '../../../../../pipeline/runtime/role.ts';
import type { Observation, RegistryAsset } from '../../../../../schemas/generated/records.ts';
import { sampleRegistryAsset } from '../../../../support/sample-assets.ts';
import { createMovedClock } from '../../../../support/moved-clock.ts';
import { endOf, openWorld, untilRead, type World } from '../../../runtime/harness.ts';

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export interface RoundsWorld {
  readonly world: World;
  readonly artifacts: ArtifactStore;
  /** Every health that was reported. */
  readonly healths: ChainHealth[];
  readonly health: () => ChainHealth | undefined;
  /** Tokens of Ethereum, or mints of Solana. */
  readonly declare: (...addresses: readonly string[]) => Promise<void>;
  /** The asset is no longer read. */
  readonly withdraw: (n: number) => Promise<void>;
  /** Declares a withdrawn asset again. */
  readonly restore: (n: number) => Promise<void>;
  /** The clock of the rounds, milliseconds since 1970. It moves with each round only. */
  readonly now: () => number;
  /** Starts the publisher with `ingest`; a step is 100 ms, in which all assets are due. */
  readonly start: (providers: readonly RpcProvider[], over?: Partial<Rows>) => Promise<RunningRounds>;
  /** Moves the clock to the next rounds; each has ended, and `ingest` has read what it appended. */
  readonly round: (count?: number) => Promise<void>;
  /** Moves the clock from round to round until the condition holds. */
  readonly reach: (what: string, holds: () => boolean | Promise<boolean>) => Promise<void>;
  /** Moves the clock until the rounds end by themselves: null when they were stopped, else their error. */
  readonly end: (rounds: RunningProcessor) => Promise<Error | null>;
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

interface RunningRounds {
  readonly stop: () => Promise<void>;
  readonly rounds: RunningProcessor;
}

/** No condition of a test takes as many rounds. */
const mostRounds = 60;

/** `startMs`: what the clock shows first; the time of the newest block, or later. */
export async function openRounds(startMs: number, partitions = 2): Promise<RoundsWorld> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-rounds-'));
  const artifacts = await openArtifactStore(directory);
  const { now, sleep, asleep, next } = createMovedClock(startMs);
  const world = await openWorld(partitions, {
    clock: now,
    artifact: (sha256) => artifacts.get(sha256),
    reduceArtifact: artifacts.read,
  });
  const healths: ChainHealth[] = [];
  const declared: RegistryAsset[] = [];
  const declareAgain = async (n: number, status: RegistryAsset['status']): Promise<void> => {
    const asset = declared[n - 1];
    if (asset === undefined) throw new Error(`asset ${n} was not declared`);
    await world.append('registry.assets', [{ ...asset, status }], now());
  };
  const running: RunningProcessor[] = [];
  const stopAll = async (): Promise<void> => {
    for (const one of running.splice(0)) {
      await one.stop();
      await one.done.catch(() => undefined);
    }
  };
  const settled = async (): Promise<void> => {
    await asleep();
    await untilRead(world, 'ingest', 'feed.captures');
  };
  const round = async (count = 1): Promise<void> => {
    await settled();
    for (const end = healths.length + count; healths.length < end; ) {
      next();
      await settled();
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
        const place = address.startsWith('0x')
          ? { chain: 'ethereum', standard: 'erc20' }
          : { chain: 'solana', standard: 'token' };
        const asset = sampleRegistryAsset({ assetId: idOf(declared.length + 1), ...place, address });
        declared.push(asset);
        return asset;
      });
      await world.append('registry.assets', assets, now());
    },
    withdraw: (n) => declareAgain(n, 'withdrawn'),
    restore: (n) => declareAgain(n, 'active'),
    start: async (providers, { stepMs = 100, sweepMs = 100, quorum = null, chain = 'ethereum' } = {}) => {
      const row = observedChains.get(chain);
      if (row === undefined) throw new Error(`no chain ${chain}`);
      running.push(...(await startDataProcessors(world.deps, feeds, new Set(['ingest']))));
      const rounds = await observeChains({
        ...world.deps,
        artifacts,
        quorum,
        sweepMs,
        sleep,
        chains: [{ observed: { ...row, stepMs }, providers }],
        onChainHealth: (health) => void healths.push(health),
      });
      running.push(rounds);
      return { rounds, stop: stopAll };
    },
    now,
    round,
    reach: async (what, holds) => {
      await settled();
      for (let count = 0; !(await holds()); count += 1) {
        if (count === mostRounds) throw new Error(`not after ${mostRounds} rounds: ${what}`);
        await round();
      }
    },
    end: async (rounds) => {
      const ended = endOf(rounds).then((error) => ({ error }));
      for (;;) {
        const outcome = await Promise.race([ended, settled()]);
        if (outcome !== undefined) return outcome.error;
        next();
      }
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
