import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { SeedResult } from './run-plan.ts';
import { type FromSeeds, type Job, seedsArgument, type SimulationBundle, type Totals } from './seeds-process.ts';

/** What the seeds of a job found. */
export interface SeedsOutcome {
  readonly failed: readonly SeedResult[];
  readonly totals: Totals;
}

/** A bundle and what this process has loaded of it. */
export interface LoadedBundle {
  readonly path: string;
  readonly exports: Pick<SimulationBundle, 'runJob'>;
}

/** Runs the seeds in as many processes as there are cores. This is one of them: a process costs as much as twenty seeds. */
export async function runSeeds({ path, exports }: LoadedBundle, job: Job): Promise<SeedsOutcome> {
  const processes = Math.max(1, Math.min(availableParallelism(), job.seeds.length));
  const parts = Array.from({ length: processes }, (_, part) =>
    job.seeds.filter((_seed, at) => at % processes === part),
  );
  const stop = new AbortController();
  const [own = [], ...others] = parts;
  const results = await Promise.all([
    ...others.map((seeds) => runPart(path, { ...job, seeds }, stop)),
    runHere(exports, { ...job, seeds: own }, stop),
  ]);
  const failed = results.flatMap((result) => result.failed).sort((one, other) => one.seed - other.seed);
  return { failed, totals: results.map(({ totals }) => totals).reduce(added) };
}

const noTotals: Totals = { seeds: 0, events: 0, virtualMs: 0, coverage: [] };

/** Processes that have run their seeds, and wait for those of the next world. They end with this process. */
const idle: { readonly bundle: string; readonly child: ChildProcess }[] = [];

function takeProcess(bundle: string): ChildProcess {
  const waiting = idle.pop();
  if (waiting === undefined) return fork(bundle, [seedsArgument], { execArgv: [] });
  const { child } = waiting;
  if (waiting.bundle === bundle && child.connected) {
    child.ref();
    child.channel?.ref();
    return child;
  }
  if (child.connected) child.disconnect();
  return takeProcess(bundle);
}

function giveBack(bundle: string, child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  idle.push({ bundle, child });
}

/** The part of this process. */
async function runHere({ runJob }: LoadedBundle['exports'], job: Job, stop: AbortController): Promise<SeedsOutcome> {
  const failed: SeedResult[] = [];
  let totals = noTotals;
  const receive = (message: FromSeeds): void => {
    if (message.type === 'failed') failed.push(message.result);
    else ({ totals } = message);
  };
  await runJob(job, receive, () => stop.signal.aborted);
  if (failed.length >= job.mostFailures) stop.abort();
  return { failed, totals };
}

/** One process. Once enough seeds have failed in one, the others are ended. */
function runPart(bundle: string, job: Job, stop: AbortController): Promise<SeedsOutcome> {
  const child = takeProcess(bundle);
  const failed: SeedResult[] = [];
  const end = (): void => void child.kill('SIGKILL');
  stop.signal.addEventListener('abort', end);
  return new Promise<SeedsOutcome>((resolve, reject) => {
    child.on('error', reject);
    child.on('message', (message: FromSeeds) => {
      if (message.type === 'failed') {
        failed.push(message.result);
        return;
      }
      resolve({ failed, totals: message.totals });
      if (failed.length >= job.mostFailures) stop.abort();
      else giveBack(bundle, child);
    });
    child.on('exit', (code, signal) => {
      if (stop.signal.aborted) resolve({ failed, totals: noTotals });
      else reject(new Error(`the process of the seeds ended with ${signal ?? `code ${code ?? '?'}`}`));
    });
    child.send(job);
  }).finally(() => {
    stop.signal.removeEventListener('abort', end);
    child.removeAllListeners();
  });
}

function added(one: Totals, other: Totals): Totals {
  const coverage = new Map(one.coverage);
  for (const [what, count] of other.coverage) coverage.set(what, (coverage.get(what) ?? 0) + count);
  return {
    seeds: one.seeds + other.seeds,
    events: one.events + other.events,
    virtualMs: one.virtualMs + other.virtualMs,
    coverage: [...coverage],
  };
}
