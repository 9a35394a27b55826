import type { Plan } from './kernel/plan.ts';
import type { FailingPlan } from './shrink.ts';
import type { WorldDescription } from './run-plan.ts';

/** Something that a plan can do without: the plan without it. */
export type Part = (plan: Plan) => Plan;

/** What can be left out of a plan, by kind; chunks are of one kind. The names of kinds do not change as a plan becomes smaller. */
export function partsOf(
  { plan, result }: FailingPlan,
  { knobs }: WorldDescription,
): ReadonlyMap<string, readonly Part[]> {
  const sizes = Object.entries(knobs).map(([name, values]) => {
    const present = result.knobs[name] ?? 0;
    return { name, present, least: leastOf(values, present), smallest: Math.min(values[0] ?? 0, present) };
  });
  const oneByOne = sizes.map(
    ({ name, ...size }) => [`knob ${name}`, valuesBetween(size).map((value) => setting(name, value))] as const,
  );
  return new Map<string, readonly Part[]>([
    [
      'late timers',
      earlierTimes(plan.lateFromMs ?? result.virtualMs).map(
        (lateFromMs): Part =>
          (one) => ({ ...one, lateFromMs }),
      ),
    ],
    ['sizes', sizes.filter(({ least, present }) => least < present).map(({ name, least }) => setting(name, least))],
    ['classes of faults', result.faults.map((name) => withoutClass(name, result.faults))],
    [
      'actions',
      result.actions.map(
        (name): Part =>
          (one) => ({ ...one, skip: [...(one.skip ?? []), name] }),
      ),
    ],
    [
      'faults',
      result.happened.map(
        ({ number }): Part =>
          (one) => ({ ...one, without: [...(one.without ?? []), number] }),
      ),
    ],
    ...oneByOne,
  ]);
}

/** Every size at its least. */
export const leastSizes = (failing: FailingPlan, world: WorldDescription): readonly Part[] =>
  partsOf(failing, world).get('sizes') ?? [];

export const leftOut = (plan: Plan, parts: readonly Part[]): Plan =>
  parts.reduce((smaller, part) => part(smaller), plan);

const setting =
  (name: string, value: number): Part =>
  (plan) => ({ ...plan, knobs: { ...plan.knobs, [name]: value } });

const withoutClass =
  (name: string, drawn: readonly string[]): Part =>
  (plan) => ({ ...plan, faults: (plan.faults ?? drawn).filter((other) => other !== name) });

interface Size {
  readonly present: number;
  readonly least: number;
  readonly smallest: number;
}

/** The first value, or one where all values are above one, although no seed draws it. */
function leastOf(values: readonly number[], present: number): number {
  const smallest = Math.min(values[0] ?? 0, present);
  return smallest > 1 && Number.isInteger(smallest) ? 1 : smallest;
}

/** Values between the least and the present one: the first that seeds draw, and the middle. */
function valuesBetween({ present, least, smallest }: Size): readonly number[] {
  const middle = Number.isInteger(present) ? [Math.floor((least + present) / 2)] : [];
  return [...new Set([smallest, ...middle])].filter((value) => value > least && value < present);
}

/** Times from which on timers may be late: the start, or a sixteenth to half of the time that they are not. */
const earlierTimes = (untilMs: number): readonly number[] =>
  [...new Set([0, 1 / 16, 1 / 8, 1 / 4, 1 / 2].map((share) => Math.floor(untilMs * share)))].filter(
    (ms) => ms < untilMs,
  );
