import type { ChainBlock } from '../../../chain/cassette-header.ts';
import type { ChainProblem, RoundHealth } from '../chain-health.ts';
import { chooseAssets, mostStated } from './assets/choose-assets.ts';
import { commitRound } from './commit-round.ts';
import { findDiffering, vaultsOfAssets, withoutCreator } from './assets/find-differing.ts';
import type { FollowedAsset } from './assets/followed-assets.ts';
import type { ProviderSet } from './providers/provider-set.ts';
import { hintedAssets } from './assets/hinted-assets.ts';
import { readAgain } from './assets/read-again.ts';
import { type QuorumReading, stateByQuorum } from './state-by-quorum.ts';
import { findTip, type Tip } from './providers/tip.ts';
import { tryProviders } from './providers/try-providers.ts';
import { type AnswerDeps, outputsOf, unreadableAnswers, unstatedOf } from './unreadable-answers.ts';

export interface RoundDeps extends AnswerDeps {
  readonly providers: ProviderSet;
  readonly quorum: number;
}

export interface RoundRequest {
  readonly kind: 'step' | 'new';
  readonly assets: readonly FollowedAsset[];
  /** How many of the assets that were read longest ago are due. */
  readonly due: number;
  /** Time since the last reading after which an asset is due in any case, milliseconds. */
  readonly longestUnread: number;
  /** Counts rounds, so that providers take turns. */
  readonly turn: number;
}

export interface RoundOutcome {
  readonly problem: ChainProblem | null;
  readonly message: string | null;
  /** Null when there was nothing to read, or no block to read at. */
  readonly round: RoundHealth | null;
  readonly block: ChainBlock | null;
  /** More assets wait: the next round follows at once. */
  readonly isMore: boolean;
  /** Assets that were due and were not read. */
  readonly leftDue: number;
}

/** Assets of a round that proofs are asked for. */
const mostProven = 50;

type UsableTip = Extract<Tip, { readonly ok: true }>;

/** One round of a chain: finds the block, reads what is due, states what differs, and commits the capture with what is remembered. */
export async function runRound(deps: RoundDeps, request: RoundRequest, signal: AbortSignal): Promise<RoundOutcome> {
  const { observed, providers, quorum, state, clock } = deps;
  const stopped = state.stopped();
  const idle = { round: null, block: null, isMore: false, leftDue: request.due } as const;
  if (stopped !== null) {
    await failAll(deps, request);
    return { ...idle, problem: 'finalized_block_changed', message: stopped.message };
  }
  const tip = await findTip({ observed, providers, quorum, last: state.tip() }, signal);
  if (signal.aborted) return { ...idle, problem: null, message: null };
  if (!tip.ok) {
    if (tip.problem === 'finalized_block_changed') {
      await state.commit({ stopped: { message: tip.message, at: clock() } });
    }
    await failAll(deps, request);
    return { ...idle, problem: tip.problem, message: tip.message };
  }
  const usable = await tryProviders(deps, tip, signal);
  if (usable.length < quorum) {
    await failAll(deps, request);
    const message = `${quorum} providers are needed, and the proofs of others do not fit`;
    return { ...idle, problem: 'too_few_providers', message };
  }
  return readAt(deps, request, { ...tip, providers: usable }, signal);
}

/** A round that could not begin counts as one that did not read the assets which wait for their first statement. */
async function failAll(deps: RoundDeps, { assets }: RoundRequest): Promise<void> {
  const unstated = unstatedOf(deps.state, assets);
  deps.unreadable.failed(
    unstated.map(({ assetId }) => assetId),
    deps.clock(),
  );
  const { assets: memories, captures } = await unreadableAnswers(deps, unstated);
  if (captures.length > 0) await deps.state.commit({ assets: memories, outputs: outputsOf(deps, captures) });
}

async function readAt(
  deps: RoundDeps,
  { kind, assets, due, longestUnread, turn }: RoundRequest,
  { block, providers }: UsableTip,
  signal: AbortSignal,
): Promise<RoundOutcome> {
  const { observed, state, unreadable, clock } = deps;
  const { chain, family } = observed;
  const start = clock();
  const order = providers.map((_, index) => providers[(turn + index) % providers.length]).flatMap((one) => one ?? []);
  const sent = deps.providers.requests();
  const hints = kind === 'new' ? null : await hintedAssets({ family, state, assets, block, providers: order }, signal);
  const hinted = hints?.assetIds ?? new Set<string>();
  const choice = chooseAssets({
    assets,
    kind,
    due,
    longestUnread,
    batch: family.sweepBatch,
    plan: family.plan,
    block: block.number,
    now: start,
    hinted,
    outlineOf: state.outlines.of,
    isFailing: unreadable.isFailing,
  });
  const target = { chain: chain.caip2, block };
  // Requested from all providers or from none: a quorum cannot confirm the answer of a single one.
  const canReadCreators = providers.every((one) => one.capabilities()?.creator === true);
  const found = await findDiffering({ ...target, family, state, choice, providers, turn }, signal);
  const toState = found.assets;
  const stated = toState.slice(0, mostStated);
  const wanted = [...stated, ...choice.heartbeats.slice(0, mostStated - stated.length)];
  const count = choice.sweep.length + choice.heartbeats.length;
  const reading = await stateByQuorum(
    {
      ...target,
      assets: wanted,
      version: family.plan,
      vaults: vaultsOfAssets(state, wanted),
      providers: order,
      all: deps.providers,
      quorum: deps.quorum,
      swept: count,
      creators: canReadCreators ? withoutCreator(state, wanted) : [],
      // A first reading of many assets would ask for thousands of proofs; a heartbeat repeats a proven state.
      prove: stated.length > mostProven ? [] : stated.map(({ assetId }) => assetId),
    },
    signal,
  );
  if (signal.aborted) {
    return { problem: null, message: null, round: null, block: null, isMore: false, leftDue: due };
  }
  const unread = [...found.unread, ...reading.unread];
  unreadable.failed(unread, start);
  for (const { assetId } of [...choice.sweep, ...wanted]) if (!unread.includes(assetId)) unreadable.succeeded(assetId);
  const left = readAgain({
    state,
    unreadable,
    assets,
    choice,
    hinted,
    unread,
    differing: toState,
    states: reading.states,
  });
  await commitRound(deps, {
    assets,
    block,
    reading,
    ...left,
    tried: choice.sweep,
    hintedUpTo: hints?.upTo ?? null,
    digests: found.digests,
  });
  const round: RoundHealth = {
    at: clock(),
    durationMs: clock() - start,
    block: block.number,
    swept: choice.sweep.length,
    unreadable: unread.length,
    stated: reading.states.length,
    disputed: reading.disputed.length,
    requests: deps.providers.requests() - sent,
  };
  return {
    ...problemOf(reading),
    round,
    block,
    isMore: choice.isMore || toState.length > mostStated,
    leftDue: choice.leftDue,
  };
}

const problemOf = ({ disputed, dispute, missing }: QuorumReading): Pick<RoundOutcome, 'problem' | 'message'> => {
  if (disputed.length > 0) return { problem: 'providers_disagree', message: dispute };
  return missing === null ? { problem: null, message: null } : { problem: 'too_few_providers', message: missing };
};
