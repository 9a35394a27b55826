import { providerSettings } from '../../../infra/config/chain-settings.ts';
import type { Config } from '../../../infra/config/config.ts';
import { createProvider } from '../../../infra/rpc/provider.ts';
import type { RpcProvider } from '../../../infra/rpc/rpc-types.ts';
import { answerUnobserved } from '../../../pipeline/publishers/chain/answer-unobserved.ts';
import type { ChainHealth } from '../../../pipeline/publishers/chain/chain-health.ts';
import { observedChains } from '../../../pipeline/publishers/chain/rounds/providers/chain-table.ts';
import { observeChains } from '../../../pipeline/publishers/chain/rounds/observe-chains.ts';
import type { RunningProcessor, RuntimeDeps } from '../../../pipeline/runtime/role.ts';
import { logRefusals } from '../../chains/node-refusals.ts';
import { type Engine, isCluster } from '../../engine/open-engine.ts';
import { userAgent } from '../../program/version.ts';
import { shareFeeds } from './feed-shares.ts';
import type { OnMove } from './moved.ts';

/** Time for one request: a sweep of 200 contracts takes a node some seconds. */
const limits = { totalTimeoutMs: 30_000 };

/** Group that shares the chains; that of the feeds would give a process each partition for one of the two only. */
const group = 'chain-rounds';

export interface ChainsOptions {
  readonly deps: RuntimeDeps;
  readonly engine: Engine;
  readonly config: Config;
  readonly onHealth: (health: ChainHealth) => void;
  readonly onMove: OnMove;
  /** Called when this process can no longer share the chains with others: it must exit. */
  readonly crash: (error: unknown) => void;
}

/** Answers for the assets of all chains until stopped, and reads those that have providers. */
export async function startChains(options: ChainsOptions): Promise<readonly RunningProcessor[]> {
  const { deps, engine, config, onHealth, crash } = options;
  const onMove = (chain: string, dueInMs: number | null): void =>
    options.onMove(`the rounds of ${chain}`, dueInMs, 'a round is due');
  const { artifacts } = engine;
  const observed = [...observedChains.values()].flatMap((one) => {
    const { slug } = one.chain;
    const providers = providersOf(config, slug, deps).map((provider) => noting(provider, () => onMove(slug, 0)));
    return providers.length === 0 ? [] : [{ observed: one, providers }];
  });
  const slugs = new Set(observed.map((one) => one.observed.chain.slug));
  const answers = await answerUnobserved({ ...deps, artifacts, isObserved: (slug) => slugs.has(slug) });
  if (observed.length === 0) return [answers];
  const shares = isCluster(config) ? shareFeeds(engine.log, group) : null;
  shares?.done.catch(crash);
  const rounds = await observeChains({
    ...deps,
    artifacts,
    chains: observed,
    quorum: config.chainQuorum,
    sweepMs: config.chainSweep,
    onChainHealth: onHealth,
    onMove,
    ...(shares === null ? {} : { isOwned: shares.isOurs }),
  });
  const stop = async (): Promise<void> => {
    await Promise.all([rounds.stop(), shares?.stop()]);
  };
  return [answers, { ...rounds, stop }];
}

/** A round of many requests moves with each answer. */
const noting = (provider: RpcProvider, onAnswer: () => void): RpcProvider => ({
  ...provider,
  send: async (requests, signal) => {
    const reply = await provider.send(requests, signal);
    onAnswer();
    return reply;
  },
});

function providersOf(config: Config, slug: string, { clock, logger }: RuntimeDeps): readonly RpcProvider[] {
  if (!isSettingOf(slug)) return [];
  const common = { rate: config.rpcRate, clock, userAgent: userAgent(), limits, onRefusal: logRefusals(logger) };
  return (config[providerSettings[slug]] ?? []).map((provider) => createProvider({ ...provider, ...common }));
}

const isSettingOf = (slug: string): slug is keyof typeof providerSettings => Object.hasOwn(providerSettings, slug);
