/** The entry of the bundle. Started as a process, it runs the seeds of a job and sends what it found. */
import { describeWorlds, runPlan, type SeedResult } from './run-plan.ts';
import type { Plan } from './kernel/plan.ts';

export { describeWorlds, runJob, runPlan };

/** The exports of the bundle that its users call. */
export interface SimulationBundle {
  readonly describeWorlds: typeof describeWorlds;
  readonly runPlan: typeof runPlan;
  readonly runJob: typeof runJob;
}

/** Argument that starts the process. */
export const seedsArgument = '--seeds-process';

export interface Job {
  readonly world: string;
  readonly seeds: readonly number[];
  readonly plan: Omit<Plan, 'seed'>;
  /** Seeds with a violation after which the rest is left out. */
  readonly mostFailures: number;
}

export type FromSeeds =
  | { readonly type: 'failed'; readonly result: SeedResult }
  | { readonly type: 'ended'; readonly totals: Totals };

export interface Totals {
  readonly seeds: number;
  readonly events: number;
  readonly virtualMs: number;
  readonly coverage: readonly (readonly [string, number])[];
}

/** Runs the seeds until enough have failed, or `isOver`. */
async function runJob(
  { world, seeds, plan, mostFailures }: Job,
  send: (message: FromSeeds) => void,
  isOver: () => boolean = () => false,
): Promise<void> {
  const coverage = new Map<string, number>();
  let [ran, events, virtualMs, failures] = [0, 0, 0, 0];
  for (const seed of seeds) {
    if (isOver()) break;
    const result = await runPlan(world, { ...plan, seed });
    ran += 1;
    events += result.events;
    virtualMs += result.virtualMs;
    for (const [what, count] of result.coverage) coverage.set(what, (coverage.get(what) ?? 0) + count);
    if (result.violation === null) continue;
    send({ type: 'failed', result });
    failures += 1;
    if (failures >= mostFailures) break;
  }
  send({ type: 'ended', totals: { seeds: ran, events, virtualMs, coverage: [...coverage] } });
}

if (process.argv[2] === seedsArgument) {
  process.on('message', (job: Job) => {
    runJob(job, (message) => process.send?.(message)).catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
      process.disconnect();
    });
  });
}
