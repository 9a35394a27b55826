import type { ArtifactStore } from '../../../../infra/artifacts/store.ts';
import { partitionOf } from '../../../../infra/log/murmur2.ts';
import type { RpcProvider } from '../../../../infra/rpc/rpc-types.ts';
import { type RunningProcessor, type RuntimeDeps, stopAll, supervise } from '../../../runtime/role.ts';
import { chainFeedId } from '../chain-feeds.ts';
import type { ChainHealth } from '../chain-health.ts';
import type { ObservedChain } from './providers/chain-family.ts';
import { followAssets } from './assets/followed-assets.ts';
import { createProviderSet } from './providers/provider-set.ts';
import { openRoundState, roundStateName } from './assets/round-state.ts';
import { runChain } from './run-chain.ts';
import { createUnreadableAssets } from './assets/unreadable.ts';

interface ObservedProviders {
  readonly observed: ObservedChain;
  readonly providers: readonly RpcProvider[];
}

export interface ObserveDeps extends RuntimeDeps {
  readonly artifacts: Pick<ArtifactStore, 'put'>;
  /** Chains with their providers. */
  readonly chains: readonly ObservedProviders[];
  /** Providers that must agree; null: two, or one with one provider. */
  readonly quorum: number | null;
  /** Longest time between two readings of an asset, milliseconds. */
  readonly sweepMs: number;
  /** Whether this process has the feed now, where several processes share the feeds; absent: it has all. */
  readonly isOwned?: (feedId: string) => boolean;
  readonly onChainHealth?: (health: ChainHealth) => void;
  /** Called when a chain moves, by its slug, with the milliseconds until it has to move again. */
  readonly onMove?: (chain: string, dueInMs: number | null) => void;
  /** Waits; resolves early when the signal aborts. A timer of the machine by default. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const name = 'chain rounds';

/** Reads the assets of chains in rounds until stopped. Chains do not wait for each other. */
export async function observeChains(deps: ObserveDeps): Promise<RunningProcessor> {
  const supervision = supervise(deps, name);
  const assets = followAssets(deps, supervision);
  const { signal } = supervision;
  const loops = deps.chains.map(async ({ observed, providers }) => {
    const { slug } = observed.chain;
    const feed = chainFeedId(slug);
    const partition = partitionOf(Buffer.from(feed), deps.log.partitionsOf('feed.captures'));
    const store = deps.openStore(roundStateName(slug), 'data');
    const state = await supervision.retry(() => openRoundState(store, partition));
    const { onChainHealth = () => undefined, isOwned = () => true, quorum, sweepMs, artifacts, codec, clock } = deps;
    await runChain(
      {
        runtime: deps,
        assets,
        sweepMs,
        onHealth: onChainHealth,
        isOwned: () => isOwned(feed),
        onMove: (dueInMs) => deps.onMove?.(slug, dueInMs),
        ...(deps.sleep === undefined ? {} : { sleep: deps.sleep }),
        position: { next: store.position('feed.runs', partition) ?? 0 },
        round: {
          codec,
          clock,
          artifacts,
          observed,
          state,
          providers: createProviderSet(providers, clock),
          quorum: quorum ?? Math.min(2, providers.length),
          unreadable: createUnreadableAssets(observed.stepMs),
        },
      },
      signal,
    );
  });
  const stop = async (): Promise<void> => {
    supervision.abort();
    await Promise.allSettled(loops);
    await stopAll(assets.consumption);
  };
  const done = Promise.race([Promise.all(loops), assets.consumption.done]);
  return { name, stop, done: supervision.outcome(done, stop) };
}
