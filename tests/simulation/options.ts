import { UsageError } from '../../infra/errors.ts';
import type { Plan } from './kernel/plan.ts';
import type { PlantedFault } from './planted/planted-fault.ts';
import type { WorldDescription } from './run-plan.ts';

/** The options of the command line. */
export interface Options {
  /** Null: the fixed seeds of every world. */
  readonly world: string | null;
  /** One seed, with its hash. */
  readonly seed: number | null;
  readonly from: number;
  readonly seeds: number;
  readonly trace: boolean;
  readonly shrink: boolean;
  readonly coverage: boolean;
  readonly failures: number;
  /** A tenth of the fixed seeds: `npm test` on a machine of a developer. */
  readonly brief: boolean;
  /** A commit whose hash chooses further seeds of the fixed part. */
  readonly commit: string | null;
  readonly plan: Omit<Plan, 'seed'>;
}

/** The planted fault that the options name, and the options with the world that finds it; the worlds are read from its bundle. */
export function plantedFaultOf(
  given: readonly string[],
  faults: readonly PlantedFault[],
): { readonly fault: PlantedFault | null; readonly options: readonly string[] } {
  const at = given.indexOf('--fault');
  if (at < 0) return { fault: null, options: given };
  const fault = faults.find(({ name }) => name === given[at + 1]);
  if (fault === undefined) throw new UsageError(`there is no planted fault ${given[at + 1] ?? ''}`);
  return { fault, options: given.includes('--world') ? given : [...given, '--world', fault.world] };
}

const flags = ['trace', 'shrink', 'coverage', 'brief', 'replayed'] as const;
const numbers = ['seed', 'seeds', 'from', 'failures', 'schedule', 'late-from', 'patience'] as const;
const texts = ['world', 'fault', 'faults', 'without', 'skip', 'commit'] as const;

/** Reads `--name value` and `--flag`; the name of a knob of the world is an option, too. */
export function parseOptions(given: readonly string[], worlds: ReadonlyMap<string, WorldDescription>): Options {
  const values = new Map<string, string>();
  for (let at = 0; at < given.length; at++) {
    const name = /^--([\w-]+)$/.exec(given[at] ?? '')?.[1];
    if (name === undefined) throw new UsageError(`${given[at] ?? ''} is no option; an option begins with --`);
    const isFlag = flags.some((flag) => flag === name);
    if (!isFlag) at += 1;
    const value = isFlag ? '' : given[at];
    if (value === undefined) throw new UsageError(`--${name} needs a value`);
    values.set(name, value);
  }
  const world = values.get('world') ?? null;
  const description = world === null ? undefined : worlds.get(world);
  if (world !== null && description === undefined) {
    throw new UsageError(`there is no world ${world}; there are ${[...worlds.keys()].join(', ')}`);
  }
  const known = new Set<string>([...flags, ...numbers, ...texts]);
  const knobs = [...values.keys()].filter((name) => !known.has(name));
  const unknown = knobs.find((name) => description?.knobs[name] === undefined);
  if (unknown !== undefined) {
    const names = Object.keys(description?.knobs ?? {}).map((name) => `--${name}`);
    throw new UsageError(
      `--${unknown} is no option${names.length === 0 ? '' : `; knobs of ${world}: ${names.join(', ')}`}`,
    );
  }
  const number = (name: string): number | null => {
    const text = values.get(name);
    if (text === undefined) return null;
    if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
    throw new UsageError(`--${name} ${text}: not a number`);
  };
  const list = (name: string): readonly string[] | undefined =>
    values
      .get(name)
      ?.split(',')
      .filter((part) => part !== '' && part !== 'none');
  const faults = list('faults');
  const without = list('without');
  const [schedule, lateFromMs, patience] = [number('schedule'), number('late-from'), number('patience')];
  const skip = list('skip');
  return {
    world,
    seed: number('seed'),
    from: number('from') ?? 1,
    seeds: number('seeds') ?? 100,
    trace: values.has('trace'),
    shrink: values.has('shrink'),
    coverage: values.has('coverage'),
    brief: values.has('brief'),
    failures: number('failures') ?? 5,
    commit: values.get('commit') ?? null,
    plan: {
      knobs: Object.fromEntries(knobs.map((name) => [name, number(name) ?? 0])),
      ...(faults === undefined ? {} : { faults }),
      ...(without === undefined ? {} : { without: without.map(Number) }),
      ...(schedule === null ? {} : { schedule }),
      ...(skip === undefined ? {} : { skip }),
      ...(values.has('replayed') ? { replays: true } : {}),
      ...(lateFromMs === null ? {} : { lateFromMs }),
      ...(patience === null ? {} : { patience }),
    },
  };
}

/** The options that repeat a plan. */
export function optionsOf(world: string, plan: Plan): string {
  const {
    seed,
    knobs = {},
    faults,
    without = [],
    schedule = 0,
    skip = [],
    replays = false,
    lateFromMs,
    patience,
  } = plan;
  return [
    `--world ${world} --seed ${seed}`,
    ...Object.entries(knobs).map(([name, value]) => `--${name} ${value}`),
    ...(faults === undefined ? [] : [`--faults ${faults.length === 0 ? 'none' : faults.join(',')}`]),
    ...(without.length === 0 ? [] : [`--without ${without.join(',')}`]),
    ...(schedule === 0 ? [] : [`--schedule ${schedule}`]),
    ...(skip.length === 0 ? [] : [`--skip ${skip.join(',')}`]),
    ...(replays ? ['--replayed'] : []),
    ...(lateFromMs === undefined ? [] : [`--late-from ${lateFromMs}`]),
    ...(patience === undefined ? [] : [`--patience ${patience}`]),
  ].join(' ');
}
