import type { ChainHealth } from '../../../pipeline/publishers/chain/chain-health.ts';
import type { DocumentsSummary } from '../../../pipeline/publishers/documents/summary.ts';
import type { FetchAttempt } from '../../../pipeline/publishers/schedule.ts';
import type { TicksHealth } from '../../../pipeline/publishers/ticks/publish-ticks.ts';
import type { Lifecycle } from '../../../infra/async/lifecycle.ts';
import type { Logger } from '../../../infra/logger.ts';
import { once } from '../../../schemas/values/once.ts';
import type { HealthBoard } from '../health/health-board.ts';
import type { Reading } from '../../engine/tables-client.ts';
import { createReportedParts } from '../health/standstill/reported-parts.ts';
import type { PartAt } from '../health/standstill/standstills.ts';
import type { FromWorker, WorkerPlan } from './messages.ts';
import { makeInHand, readInHand } from './record-in-hand.ts';
import type { SinkTables } from './sink-tables.ts';
import { type RunningWorker, startWorker } from './workers.ts';

/** The workers of a process, and what they have reported. */
export interface RoleWorkers {
  /** Workers with a sink lane that run. */
  readonly lanes: readonly RunningWorker[];
  /** All workers with a sink lane; starts those that were left for later. */
  readonly allLanes: () => Promise<readonly RunningWorker[]>;
  /** Last fetch of every scheduled feed. */
  readonly fetchAttempts: ReadonlyMap<string, FetchAttempt>;
  /** How the observation of every chain with providers goes, by its slug. */
  readonly chainHealth: ReadonlyMap<string, ChainHealth>;
  /** Of the documents that this process fetches; null while it fetches none. */
  readonly documents: () => DocumentsSummary | null;
  /** How the days go; null while this process does not begin them. */
  readonly ticks: () => TicksHealth | null;
  /** The large file that is being read, or was read last; null if there was none. */
  readonly reading: () => Reading | null;
  /** Threads, publishers and readers, as they have reported themselves. */
  readonly parts: () => readonly PartAt[];
  /** Commits of each processor of this process. */
  readonly commits: () => Readonly<Record<string, number>>;
  /** Whether the worker of a role is ready. */
  readonly isReady: (role: string) => boolean;
  /** Starts the workers that were left for later, once, after the others; `lanes` has all of them then. */
  readonly startLater: () => Promise<void>;
}

const noTables: SinkTables = {
  tablesId: '',
  epoch: null,
  insert: async () => {
    throw new Error('this role has no tables');
  },
};

export interface RoleWorkersOptions {
  readonly logger: Logger;
  readonly writeLog: (line: string) => void;
  readonly lifecycle: Lifecycle;
  readonly board: HealthBoard;
  readonly plans: readonly WorkerPlan[];
  /** Which of them wait for `startLater`; none by default. */
  readonly isLater?: (plan: WorkerPlan) => boolean;
  /** Only `startLater` waits until the first workers are ready. */
  readonly inBackground?: boolean;
  readonly sink: SinkTables | undefined;
  /** Called when a worker is ready. */
  readonly onReady: (role: string) => void;
  readonly onDeath: (role: string, reason: string) => void;
}

/**
 * Starts the workers of a process at the same time, but for those that are left for later; resolves when they are ready, or at
 * once where they start in the background.
 */
export async function startRoleWorkers({
  logger,
  writeLog,
  lifecycle,
  board,
  plans,
  isLater = () => false,
  inBackground = false,
  sink = noTables,
  onReady,
  onDeath,
}: RoleWorkersOptions): Promise<RoleWorkers> {
  const lanes: RunningWorker[] = [];
  const ready = new Set<string>();
  const fetchAttempts = new Map<string, FetchAttempt>();
  const chainHealth = new Map<string, ChainHealth>();
  let documents: DocumentsSummary | null = null;
  let ticks: TicksHealth | null = null;
  let reading: Reading | null = null;
  const commits: Record<string, number> = {};
  const inHand = new Map(plans.map(({ role }) => [role, makeInHand()]));
  const reported = createReportedParts(
    () => performance.now(),
    (thread) => readInHand(inHand.get(thread) ?? makeInHand()),
  );
  const deps = {
    logger,
    writeLog,
    insert: sink.insert,
    onMessage: (role: string, message: FromWorker): void => {
      if (message.type === 'health') board.report(message.health);
      else if (message.type === 'fetchAttempt') fetchAttempts.set(message.attempt.feed, message.attempt);
      else if (message.type === 'chainHealth') chainHealth.set(message.health.chain, message.health);
      else if (message.type === 'reading') reading = message.reading;
      else if (message.type === 'documents') documents = message.summary;
      else if (message.type === 'ticks') ticks = message.health;
      else if (message.type === 'pulse') {
        reported.pulse(role);
        Object.assign(commits, message.commits);
      } else if (message.type === 'moved') reported.moved(message.move);
    },
    onDeath,
  };
  const startAll = async (chosen: readonly WorkerPlan[]): Promise<void> => {
    await Promise.all(chosen.map((plan) => startOne(plan)));
  };
  const startOne = (plan: WorkerPlan): Promise<RunningWorker> =>
    lifecycle.start(plan.role, async () => {
      const shared = inHand.get(plan.role) ?? makeInHand();
      const start = { ...plan, tablesId: sink.tablesId, tablesEpoch: sink.epoch, inHand: shared };
      const worker = await startWorker(deps, start);
      if (plan.lane !== null) lanes.push(worker);
      ready.add(plan.role);
      onReady(plan.role);
      return { value: worker, stop: worker.stop };
    });
  const first = startAll(plans.filter((plan) => !isLater(plan)));
  if (!inBackground) await first;
  // `startLater` throws it.
  first.catch(() => undefined);
  const startLater = once(async () => {
    await first;
    await startAll(plans.filter(isLater));
  });
  return {
    lanes,
    allLanes: async () => {
      await startLater();
      return lanes;
    },
    fetchAttempts,
    chainHealth,
    parts: reported.parts,
    commits: () => commits,
    isReady: (role) => ready.has(role),
    startLater,
    reading: () => reading,
    documents: () => documents,
    ticks: () => ticks,
  };
}
