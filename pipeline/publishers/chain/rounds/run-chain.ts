import { pause } from '../../../../infra/async/async.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import type { RuntimeDeps } from '../../../runtime/role.ts';
import { chainFeedId } from '../chain-feeds.ts';
import type { ChainHealth } from '../chain-health.ts';
import { wholeBatches } from './assets/choose-assets.ts';
import type { FollowedAssets } from './assets/followed-assets.ts';
import { type RoundDeps, type RoundOutcome, type RoundRequest, runRound } from './round.ts';
import { type RunPosition, settlePending } from './settle-pending.ts';

export interface ChainLoop {
  readonly runtime: Pick<RuntimeDeps, 'log' | 'codec' | 'clock' | 'logger'>;
  readonly round: RoundDeps;
  readonly assets: FollowedAssets;
  /** Whether this process has the chain now. */
  readonly isOwned: () => boolean;
  /** Longest time between two readings of an asset, milliseconds. */
  readonly sweepMs: number;
  readonly position: RunPosition;
  readonly onHealth: (health: ChainHealth) => void;
  /** Called when it moves, with the milliseconds until it has to move again; null while another process has the chain. */
  readonly onMove?: (dueInMs: number | null) => void;
  /** Waits; resolves early when the signal aborts. A timer of the machine by default. */
  readonly sleep?: Sleep;
}

type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Interval between checks whether this process has the chain. */
const ownershipCheckMs = 1_000;
/** An import declares many assets; they are read together. */
const gatherMs = 100;

/** Runs the rounds of a chain until the signal aborts: one a step, and one at once when assets are new. */
export async function runChain(loop: ChainLoop, signal: AbortSignal): Promise<void> {
  const { runtime, round, assets, isOwned, sleep = pause } = loop;
  const { chain, stepMs } = round.observed;
  const bell = createBell(sleep);
  const unwatch = assets.watch(chain.slug, bell.ring);
  const due = createDueCounter(loop);
  let turn = 0;
  let stepAt = 0;
  let rejected = 0;
  let last: RoundOutcome = { problem: null, message: null, round: null, block: null, isMore: false, leftDue: 0 };
  try {
    await assets.ready;
    while (!signal.aborted) {
      if (!isOwned()) {
        loop.onMove?.(null);
        loop.onHealth(healthOf(loop, last, rejected, false));
        await sleep(ownershipCheckMs, signal);
        continue;
      }
      loop.onMove?.(0);
      const now = runtime.clock();
      if (isSetBack(stepAt, now, stepMs)) stepAt = now;
      const kind: RoundRequest['kind'] = now >= stepAt ? 'step' : 'new';
      if (kind === 'step') stepAt = now + stepMs;
      bell.reset();
      const followed = assets.ofChain(chain.slug);
      // Of a round that fails, all.
      let leftDue = kind === 'step' ? due.take(followed.length, now) : 0;
      try {
        rejected += await settlePending(runtime, round.state, chainFeedId(chain.slug), loop.position);
        const request = { kind, assets: followed, due: leftDue, longestUnread: loop.sweepMs, turn };
        const outcome = await runRound(round, request, signal);
        leftDue = outcome.leftDue;
        last = { ...outcome, round: outcome.round ?? last.round, block: outcome.block ?? last.block };
        report(loop, outcome);
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error;
        runtime.logger.warn({ chain: chain.slug, err: error }, 'the round is tried again');
        last = { ...last, isMore: false };
      }
      due.giveBack(leftDue);
      turn += 1;
      loop.onHealth(healthOf(loop, last, rejected, true));
      const leftMs = Math.min(stepMs, stepAt - runtime.clock());
      loop.onMove?.(last.isMore ? 0 : Math.max(0, leftMs));
      if (last.isMore) stepAt = runtime.clock();
      else if (await bell.wait(leftMs, signal)) await sleep(gatherMs, signal);
    }
  } finally {
    unwatch();
  }
}

/** Whether the clock was set back since a time was chosen, which can be a step ahead at most: rounds must not wait for it. */
const isSetBack = (at: number, now: number, stepMs: number): boolean => at - now > stepMs;

function report({ runtime: { logger }, round }: ChainLoop, { problem, message, round: done }: RoundOutcome): void {
  const chain = round.observed.chain.slug;
  if (problem !== null) logger.warn({ chain, problem }, `nothing can be stated for certain: ${message ?? problem}`);
  else if (done !== null && done.stated > 0) logger.info({ chain, ...done }, 'stated');
}

/** Longest wait of a due asset for others that share its requests, as a share of the time of a sweep. */
const slicesPerSweep = 24;
/** A sweep ends before its time, so that no asset is overdue while it waits. */
const pace = (slicesPerSweep - 2) / slicesPerSweep;

/**
 * Assets that are due in a step: a share of all by the time since the last one, so that reads are spread evenly, but whole
 * batches only, because a batch that is begun costs as many calls as a full one. Fewer than a batch are due after an hour.
 */
export function createDueCounter({ sweepMs, round }: Pick<ChainLoop, 'sweepMs' | 'round'>): DueCounter {
  const { stepMs, family } = round.observed;
  let credit = 0;
  let before: number | null = null;
  let waited = 0;
  /** How long those of the last step had waited. */
  let waitedBefore = 0;
  return {
    take: (count, now) => {
      // If the clock was set back, the time since the last step is unknown.
      const elapsed = before === null || now < before ? stepMs : now - before;
      before = now;
      waited += elapsed;
      credit = Math.min(count, credit + (count * elapsed) / (sweepMs * pace));
      const due = wholeBatches(Math.floor(credit), family.sweepBatch, waited >= sweepMs / slicesPerSweep);
      waitedBefore = waited;
      if (due > 0) waited = 0;
      credit -= due;
      return due;
    },
    giveBack: (left) => {
      credit += left;
      if (left > 0) waited = waitedBefore;
    },
  };
}

interface DueCounter {
  /** Assets that are due in this step. `count`: assets of the chain; `now`: milliseconds. */
  readonly take: (count: number, now: number) => number;
  /** Those of the last step that were not read stay due. */
  readonly giveBack: (left: number) => void;
}

interface Bell {
  readonly ring: () => void;
  readonly reset: () => void;
  /** Resolves with true when the bell rings, with false after the time or when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<boolean>;
}

function createBell(sleep: Sleep): Bell {
  let isRung = false;
  let ended: AbortController | null = null;
  return {
    ring: () => {
      isRung = true;
      ended?.abort();
    },
    reset: () => {
      isRung = false;
    },
    wait: async (ms, signal) => {
      if (isRung || ms <= 0) return isRung;
      ended = new AbortController();
      await sleep(ms, AbortSignal.any([signal, ended.signal]));
      ended = null;
      return isRung;
    },
  };
}

function healthOf(
  { round, assets, runtime }: ChainLoop,
  last: RoundOutcome,
  rejected: number,
  owned: boolean,
): ChainHealth {
  const { observed, quorum, providers, state, unreadable } = round;
  const followed = assets.ofChain(observed.chain.slug);
  return {
    chain: observed.chain.slug,
    owned,
    stepMs: observed.stepMs,
    quorum,
    providers: providers.health(),
    block: last.block,
    problem: last.problem,
    message: last.message,
    lastRound: last.round,
    rejected,
    assets: followed.length,
    unstated: followed.filter(({ assetId }) => state.outlines.of(assetId).statedAt === null).length,
    unreadable: unreadable.reported(runtime.clock()),
  };
}
