import type { ArtifactStore } from '../../../../infra/artifacts/store.ts';
import type { FeedCapture } from '../../../../schemas/generated/records.ts';
import type { ChainBlock } from '../../../chain/cassette-header.ts';
import { readPlanOf } from '../../../chain/read-plans.ts';
import type { AssetState } from '../../../chain/statement.ts';
import { encodeOutput } from '../../../runtime/batch.ts';
import { emit } from '../../../runtime/processor.ts';
import type { RuntimeDeps } from '../../../runtime/role.ts';
import { chainFeedId } from '../chain-feeds.ts';
import type { ChainProblem, RoundHealth } from '../chain-health.ts';
import { storeCassette } from '../store-cassette.ts';
import { unansweredCaptures } from '../unanswered.ts';
import { type Digest, digestOf, suppliesDiffer } from './asset-digest.ts';
import type { ObservedChain } from './chain-family.ts';
import { chooseAssets, mostStated } from './choose-assets.ts';
import type { FollowedAsset } from './followed-assets.ts';
import type { ProviderSet } from './provider-set.ts';
import type { AssetMemory, RoundState } from './round-state.ts';
import { type QuorumReading, stateByQuorum } from './state-by-quorum.ts';
import { plain, sweepAssets } from './sweep.ts';
import { findTip, type Tip } from './tip.ts';
import type { UnreadableAssets } from './unreadable.ts';

export interface RoundDeps extends Pick<RuntimeDeps, 'codec' | 'clock'> {
  readonly artifacts: Pick<ArtifactStore, 'put'>;
  readonly observed: ObservedChain;
  readonly providers: ProviderSet;
  readonly quorum: number;
  readonly state: RoundState;
  readonly unreadable: UnreadableAssets;
}

export interface RoundRequest {
  readonly kind: 'step' | 'new';
  readonly assets: readonly FollowedAsset[];
  /** How many of the assets that were read longest ago are due. */
  readonly due: number;
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
}

type UsableTip = Extract<Tip, { readonly ok: true }>;

/** One round of a chain: finds the block, reads what is due, states what differs, and commits the capture with what is remembered. */
export async function runRound(deps: RoundDeps, request: RoundRequest, signal: AbortSignal): Promise<RoundOutcome> {
  const { observed, providers, quorum, state, clock } = deps;
  const stopped = state.stopped();
  const idle = { round: null, block: null, isMore: false } as const;
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
  return readAt(deps, request, tip, signal);
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

const unstatedOf = (state: RoundState, assets: readonly FollowedAsset[]): readonly FollowedAsset[] =>
  assets.filter(({ assetId }) => {
    const { stated, pending } = state.asset(assetId);
    return stated === null && pending === null;
  });

async function unreadableAnswers(
  { state, unreadable, clock, observed, artifacts }: RoundDeps,
  unstated: readonly FollowedAsset[],
): Promise<{ readonly assets: ReadonlyMap<string, AssetMemory>; readonly captures: readonly FeedCapture[] }> {
  const now = clock();
  const overdue = unreadable.overdue(unstated, now).filter(({ assetId }) => state.asset(assetId).unreadable !== true);
  const assets = new Map(
    overdue.map(({ assetId }) => [assetId, { ...state.asset(assetId), unreadable: true as const }]),
  );
  const answer = { unanswered: 'unreadable', asOf: now } as const;
  return { assets, captures: await unansweredCaptures(observed.chain, overdue.map(plain), answer, artifacts) };
}

const outputsOf = ({ codec, clock }: RoundDeps, captures: readonly FeedCapture[]) =>
  captures.map((capture) => encodeOutput(codec, emit('feed.captures', capture, clock())));

async function readAt(
  deps: RoundDeps,
  { kind, assets, due, turn }: RoundRequest,
  { block, providers }: UsableTip,
  signal: AbortSignal,
): Promise<RoundOutcome> {
  const { observed, state, unreadable, clock } = deps;
  const { chain, family } = observed;
  const plan = readPlanOf(family.plan);
  if (plan === undefined) throw new Error(`there is no plan ${family.plan}`);
  const start = clock();
  const sent = deps.providers.requests();
  const choice = chooseAssets({
    ...{ assets, kind, due, plan: family.plan, block: block.number, now: start, hinted: new Set<string>() },
    ...{ memoryOf: state.asset, isFailing: unreadable.isFailing },
  });
  const target = { chain: chain.caip2, block, plan };
  const swept = await sweepAssets(target, choice.sweep, providers, turn, signal);
  const toState = choice.sweep.filter(({ assetId }) => {
    const now = swept.get(assetId);
    return (
      now !== undefined &&
      now.reading !== 'unreadable' &&
      (choice.confirm.has(assetId) || differs(state, now, family.plan))
    );
  });
  const stated = toState.slice(0, mostStated);
  const wanted = [...stated, ...choice.heartbeats.slice(0, mostStated - stated.length)];
  const count = choice.sweep.length + choice.heartbeats.length;
  const order = providers.map((_, index) => providers[(turn + index) % providers.length]).flatMap((one) => one ?? []);
  const reading = await stateByQuorum(
    {
      ...target,
      ...{
        assets: wanted,
        version: family.plan,
        providers: order,
        all: deps.providers,
        quorum: deps.quorum,
        swept: count,
      },
    },
    signal,
  );
  if (signal.aborted) return { problem: null, message: null, round: null, block: null, isMore: false };
  const unread = unreadOf(choice.sweep, swept, reading);
  unreadable.failed(unread, start);
  for (const { assetId } of [...choice.sweep, ...wanted]) if (!unread.includes(assetId)) unreadable.succeeded(assetId);
  await commitRound(deps, {
    kind,
    assets,
    block,
    swept,
    reading,
    tried: choice.sweep,
    leftOver: toState.slice(mostStated),
  });
  const round: RoundHealth = {
    ...{ at: clock(), durationMs: clock() - start, block: block.number, swept: choice.sweep.length },
    ...{ unreadable: unread.length, stated: reading.states.length, disputed: reading.disputed.length },
    requests: deps.providers.requests() - sent,
  };
  return {
    problem: reading.disputed.length > 0 ? 'providers_disagree' : null,
    message: reading.disputed.length > 0 ? reading.dispute : null,
    ...{ round, block, isMore: choice.isMore || toState.length > mostStated },
  };
}

/** Whether a reading differs from what was stated last, or from what a capture on its way states. */
function differs(state: RoundState, now: AssetState, plan: string): boolean {
  const { stated, pending } = state.asset(now.assetId);
  const last = pending ?? stated;
  if (last === null) return true;
  const { facts, supply } = digestOf(now);
  return last.plan !== plan || last.facts !== facts || suppliesDiffer(last.supply, supply);
}

const unreadOf = (
  tried: readonly FollowedAsset[],
  swept: ReadonlyMap<string, AssetState>,
  { unread }: QuorumReading,
): readonly string[] => [
  ...tried
    .map(({ assetId }) => assetId)
    .filter((assetId) => (swept.get(assetId)?.reading ?? 'unreadable') === 'unreadable'),
  ...unread,
];

interface Committed {
  readonly kind: RoundRequest['kind'];
  readonly assets: readonly FollowedAsset[];
  readonly block: ChainBlock;
  readonly tried: readonly FollowedAsset[];
  readonly swept: ReadonlyMap<string, AssetState>;
  /** Differing assets that the capture has no room for: they are read again by the next round. */
  readonly leftOver: readonly FollowedAsset[];
  readonly reading: QuorumReading;
}

/** The capture, and what is remembered because of it, in one commit. */
async function commitRound(deps: RoundDeps, { assets, block, tried, leftOver, reading }: Committed): Promise<void> {
  const { state, observed, artifacts, clock } = deps;
  const now = clock();
  const { cassette, states } = reading;
  const changed = new Map<string, AssetMemory>();
  for (const { assetId } of tried) changed.set(assetId, { ...state.asset(assetId), readAt: now });
  for (const { assetId } of leftOver) changed.set(assetId, { ...state.asset(assetId), readAt: 0 });
  const captures: FeedCapture[] = [];
  if (cassette !== null) {
    const asOf = block.timestamp * 1000;
    const capture = await storeCassette({ feed: chainFeedId(observed.chain.slug), cassette, asOf }, artifacts);
    captures.push(capture);
    for (const one of states) {
      const { stated, ...memory } = changed.get(one.assetId) ?? state.asset(one.assetId);
      const digest = digestOf(one);
      const alone = cassette.header.providers.length === 1 && isOther(stated, digest);
      const pending = { ...digest, plan: cassette.header.plan, at: asOf, block: block.number, alone };
      const { captureId } = capture;
      changed.set(one.assetId, { ...memory, stated, readAt: now, pending: { ...pending, captureId, capturedAt: now } });
    }
  }
  const unstated = unstatedOf(state, assets).filter(({ assetId }) => (changed.get(assetId)?.pending ?? null) === null);
  const answers = await unreadableAnswers(deps, unstated);
  for (const [assetId, memory] of answers.assets) changed.set(assetId, { ...memory, readAt: now });
  captures.push(...answers.captures);
  const isSame = state.tip()?.hash === block.hash;
  if (changed.size === 0 && captures.length === 0 && isSame) return;
  await state.commit({ tip: block, assets: changed, outputs: outputsOf(deps, captures) });
}

/** A first statement is a baseline, which is compared with nothing. */
const isOther = (stated: AssetMemory['stated'], { facts }: Digest): boolean =>
  stated !== null && stated.facts !== facts;
