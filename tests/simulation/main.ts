/** `npm run sim`: runs seeds of the simulated worlds; `tests/simulation/README.md` has the options. */
import { readFileSync } from 'node:fs';
import { UsageError } from '../../infra/errors.ts';
import { lastLine } from '../results.ts';
import { bundleSimulation } from './bundle.ts';
import { optionsOf, type Options, parseOptions, plantedFaultOf } from './options.ts';
import { plantedFaults } from './planted/planted-faults.ts';
import type { Plan } from './kernel/plan.ts';
import type { SeedResult, WorldDescription } from './run-plan.ts';
import { runSeeds } from './run-seeds.ts';
import type { SimulationBundle } from './seeds-process.ts';
import { shrinkPlan } from './shrink.ts';

/** Seeds of every run, by world; as many come from the hash of a commit. A world that is not named has `leastFixedSeeds`. */
const fixedSeeds: Readonly<Record<string, number>> = {
  wake: 2_000,
  accounts: 300,
  hosts: 60,
  feeds: 60,
  chains: 40,
  streams: 32,
  documents: 36,
};
const leastFixedSeeds = 30;

/** Events of the search for a smaller plan, by world: half a minute of a core each. */
const shrinkEvents: Readonly<Record<string, number>> = {
  wake: 1_200_000,
  hosts: 900_000,
  accounts: 600_000,
  feeds: 500_000,
  streams: 750_000,
  chains: 250_000,
  documents: 200_000,
};
const leastShrinkEvents = 200_000;

/** A seed that failed once, and what it found. */
interface KeptSeed {
  readonly world: string;
  readonly seed: number;
  readonly found: string;
}

const keptSeeds = JSON.parse(readFileSync(new URL('seeds.json', import.meta.url), 'utf8')) as readonly KeptSeed[];
const { fault, options: given } = usageChecked(() => plantedFaultOf(process.argv.slice(2), plantedFaults));
const bundle = await bundleSimulation({ planted: fault, sourceMap: given.includes('--seed') });
const loaded = (await import(bundle)) as SimulationBundle;
const { describeWorlds, runPlan } = loaded;
const worlds = describeWorlds();

const again = (command: string): string =>
  `  again: npm run sim -- ${fault === null ? '' : `--fault ${fault.name} `}${command} --trace`;

function printFailure(world: string, { violation, ...result }: SeedResult, options: Pick<Options, 'plan'>): void {
  if (violation === null) return;
  console.log(`FAILED ${world} seed ${result.seed}: ${violation.invariant}: ${violation.message}`);
  console.log(again(optionsOf(world, { ...options.plan, seed: result.seed })));
}

/** Runs many seeds; returns the number that failed. */
async function many(world: string, seeds: readonly number[], options: Options): Promise<number> {
  const { failed, totals } = await runSeeds(
    { path: bundle, exports: loaded },
    {
      world,
      seeds,
      plan: options.plan,
      mostFailures: options.failures,
    },
  );
  const [events, seconds] = [
    totals.events.toLocaleString('en'),
    Math.round(totals.virtualMs / 1_000).toLocaleString('en'),
  ];
  const count = totals.seeds.toLocaleString('en');
  console.log(
    `${failed.length === 0 ? 'ok  ' : 'FAIL'} ${world}: ${count} seeds, ${events} events, ${seconds} virtual s`,
  );
  if (options.coverage) for (const [what, times] of [...totals.coverage].sort()) console.log(`  ${times} × ${what}`);
  for (const result of failed) printFailure(world, result, options);
  return failed.length;
}

async function one(world: string, description: WorldDescription, seed: number, options: Options): Promise<number> {
  const plan = { ...options.plan, seed, traced: options.trace };
  const result = await runPlan(world, plan);
  if (result.trace.length > 0) console.log(result.trace.join('\n'));
  console.log(`hash ${result.hash}\nevents ${result.events}`);
  if (result.violation === null) {
    console.log(`ok   ${world} seed ${seed}`);
    return 0;
  }
  printFailure(world, result, options);
  if (options.shrink) {
    const search = (smaller: Plan): ReturnType<typeof runPlan> => runPlan(world, { ...smaller, traced: false });
    const small = await shrinkPlan({ plan, result }, description, search, shrinkEvents[world] ?? leastShrinkEvents);
    const kept = small.isMinimal ? 'nothing can be left out alone' : 'the search was cut off';
    const spent = small.spent.toLocaleString('en');
    console.log(`smallest: ${small.result.events} events of ${result.events}, ${kept} (${spent} events of all runs)`);
    console.log(`  ${small.result.violation?.invariant}: ${small.result.violation?.message}`);
    console.log(again(optionsOf(world, small.plan)));
  }
  return 1;
}

/** What every run of the suite repeats: seeds that failed once, the fixed seeds, and those of the commit. Each world counts as a test. */
async function fixed(options: Options): Promise<number> {
  let failedWorlds = 0;
  for (const world of worlds.keys()) {
    const all = fixedSeeds[world] ?? leastFixedSeeds;
    const count = options.brief ? Math.ceil(all / 10) : all;
    const kept = keptSeeds.filter((seed) => seed.world === world).map(({ seed }) => seed);
    const first = options.commit === null ? null : Number.parseInt(options.commit.slice(0, 8), 16);
    const ofCommit = first === null ? [] : Array.from({ length: count }, (_, at) => (first + at) % 2 ** 32);
    const seeds = new Set([...kept, ...Array.from({ length: count }, (_, at) => at + 1), ...ofCommit]);
    if ((await many(world, [...seeds], options)) > 0) failedWorlds += 1;
  }
  console.log(lastLine({ passed: worlds.size - failedWorlds, failed: failedWorlds, skipped: 0 }));
  return failedWorlds;
}

async function run(): Promise<number> {
  const options = parseOptions(given, worlds);
  const { world, seed, from, seeds } = options;
  const description = world === null ? undefined : worlds.get(world);
  if (world === null || description === undefined) return fixed(options);
  if (seed !== null) return one(world, description, seed, options);
  return many(
    world,
    Array.from({ length: seeds }, (_, at) => from + at),
    options,
  );
}

/** A mistake in the options ends the process. */
function refuse(error: unknown): never {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exit(2);
}

function usageChecked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return refuse(error);
  }
}

process.exitCode = (await run().catch(refuse)) === 0 ? 0 : 1;
