/** The entry of the bundle: the worlds, the program that they run, and the ports, in one module. */
import {
  type CreateRandom,
  createRecordedRandom,
  createReplayedRandom,
  createSeededRandom,
  type DrawnWords,
} from './kernel/draws.ts';
import { drawKnobs, paces, type Plan } from './kernel/plan.ts';
import { Simulation, useSimulation, type Violation } from './kernel/simulation.ts';
import type { Fault } from './kernel/faults.ts';
import { emptyLog } from './worlds/empty-log.ts';
import { worlds } from './worlds/worlds.ts';

/** What became of a plan. */
export interface SeedResult {
  readonly seed: number;
  readonly violation: Violation | null;
  readonly events: number;
  readonly virtualMs: number;
  /** SHA-256 over the order and times of the events. */
  readonly hash: string;
  /** What the seed drew: values of the knobs, and classes of faults. */
  readonly knobs: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
  /** Actions of the script, without those that were left out. */
  readonly actions: readonly string[];
  /** Faults that happened. */
  readonly happened: readonly Fault[];
  readonly coverage: readonly (readonly [string, number])[];
  readonly trace: readonly string[];
}

let active: Simulation | null = null;
process.on('unhandledRejection', (error) => active?.crash(active.current, error));

/** What the command line has to know of a world. */
export interface WorldDescription {
  readonly what: string;
  /** Values of the knobs by name, the smallest first. */
  readonly knobs: Readonly<Record<string, readonly number[]>>;
  /** Names of the classes of faults. */
  readonly faults: readonly string[];
}

export const describeWorlds = (): ReadonlyMap<string, WorldDescription> =>
  new Map(
    Object.entries(worlds).map(([name, { what, knobs, faults }]) => [
      name,
      { what, knobs: { ...paces, ...knobs }, faults: Object.keys(faults) },
    ]),
  );

function worldOf(name: string) {
  const world = worlds[name];
  if (world === undefined) throw new Error(`there is no world ${name}; there are ${Object.keys(worlds).join(', ')}`);
  return world;
}

/** What the last seed that was replayed drew: a search for a smaller plan runs one seed often. */
let recorded: { readonly name: string; readonly seed: number; readonly recording: DrawnWords } | null = null;

async function recordingOf(name: string, seed: number): Promise<DrawnWords> {
  if (recorded?.name === name && recorded.seed === seed) return recorded.recording;
  const recording: DrawnWords = new Map();
  await runOnce(name, { seed }, createRecordedRandom(recording));
  recorded = { name, seed, recording };
  return recording;
}

/** Runs one seed of a world. */
export async function runPlan(name: string, plan: Plan): Promise<SeedResult> {
  if (plan.replays !== true) return runOnce(name, plan, createSeededRandom);
  return runOnce(name, plan, createReplayedRandom(await recordingOf(name, plan.seed), plan.schedule ?? 0));
}

async function runOnce(name: string, plan: Plan, createRandom: CreateRandom): Promise<SeedResult> {
  const world = worldOf(name);
  await emptyLog();
  const knobs = drawKnobs({ ...paces, ...world.knobs }, plan);
  const simulation = new Simulation(plan, world.faults, knobs, createRandom);
  active = simulation;
  useSimulation(simulation);
  try {
    await world.run(simulation, knobs);
  } catch (error) {
    simulation.crash(simulation.current, error);
  }
  useSimulation(null);
  active = null;
  return {
    seed: plan.seed,
    violation: simulation.violation,
    events: simulation.events,
    virtualMs: simulation.now,
    hash: simulation.digest(),
    knobs,
    faults: simulation.faults.classes,
    actions: simulation.actions,
    happened: simulation.faults.happened,
    coverage: [...simulation.coverage],
    trace: simulation.trace,
  };
}
