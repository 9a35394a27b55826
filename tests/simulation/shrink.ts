import type { Plan } from './kernel/plan.ts';
import { Random } from './kernel/random.ts';
import type { SeedResult, WorldDescription } from './run-plan.ts';

type Run = (plan: Plan) => Promise<SeedResult>;

/** A failing plan with its result. */
export interface FailingPlan {
  readonly plan: Plan;
  readonly result: SeedResult;
}

/** Most events of all runs together, and most runs: half a minute of one core. */
const mostEvents = 1_200_000;
const mostRuns = 3_000;

/**
 * A plan with fewer events that violates the same invariant. First one thing at a time is left out, for as long as one can be:
 * classes of faults, faults, sizes. Then several at once, in another order of events, because a race needs the order as well
 * as the things. No run is longer than the shortest that failed.
 */
export async function shrinkPlan(first: FailingPlan, world: WorldDescription, run: Run): Promise<FailingPlan> {
  let best = first;
  let [runs, events] = [0, 0];
  const isOver = (): boolean => runs >= mostRuns || events >= mostEvents;
  const attempt = async (plan: Plan): Promise<boolean> => {
    if (isOver()) return false;
    runs += 1;
    const result = await run({ ...plan, mostEvents: best.result.events });
    events += result.events;
    const isSame = result.violation?.invariant === first.result.violation?.invariant;
    const isSmaller = isSame && result.events <= best.result.events;
    if (isSmaller) best = { plan, result };
    return isSmaller;
  };
  const leaveOutOneByOne = async (): Promise<void> => {
    for (let before = Infinity; best.result.events < before && !isOver(); ) {
      before = best.result.events;
      for (const candidate of smallerPlans(best, world)) await attempt(candidate(best));
      await leaveOutFaults(() => best, attempt);
    }
  };
  await leaveOutOneByOne();
  const random = new Random(first.plan.seed);
  while (!isOver()) if (await attempt(severalLeftOut(best, world, random))) await leaveOutOneByOne();
  return best;
}

/** The plan with some of its simplifications, in another order of events. */
function severalLeftOut(best: FailingPlan, world: WorldDescription, random: Random): Plan {
  const chance = random.pick([0, 0.1, 0.3, 0.6]);
  const simplified = smallerPlans(best, world)
    .filter(() => random.chance(chance))
    .reduce<FailingPlan>((failing, simplify) => ({ ...failing, plan: simplify(failing) }), best);
  return { ...simplified.plan, schedule: 1 + random.below(1_000_000) };
}

/** Simplifications, each of the plan that is the smallest when its turn comes. */
function smallerPlans(
  { result }: FailingPlan,
  { knobs }: WorldDescription,
): readonly ((failing: FailingPlan) => Plan)[] {
  const ofKnobs = Object.entries(knobs).flatMap(([name, values]) => {
    const present = result.knobs[name] ?? 0;
    const smallest = Math.min(values[0] ?? 0, present);
    // Where all values are above one, one is tried although no seed draws it.
    const least = smallest > 1 && Number.isInteger(smallest) ? 1 : smallest;
    const between = Number.isInteger(present) ? [Math.floor((least + present) / 2)] : [];
    const tried = [...new Set([least, smallest, ...between])].filter((value) => value < present);
    return tried.map(
      (value) =>
        ({ plan }: FailingPlan): Plan => ({ ...plan, knobs: { ...plan.knobs, [name]: value } }),
    );
  });
  const ofFaults = result.faults.map(
    (name) =>
      ({ plan, result: { faults } }: FailingPlan): Plan => ({
        ...plan,
        faults: (plan.faults ?? faults).filter((other) => other !== name),
      }),
  );
  return [...ofFaults, ...ofKnobs];
}

/** Leaves out halves of the faults that happened, then halves of these, down to one. */
async function leaveOutFaults(best: () => FailingPlan, attempt: (plan: Plan) => Promise<boolean>): Promise<void> {
  for (
    let size = Math.ceil(best().result.happened.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < best().result.happened.length; ) {
      const { plan, result } = best();
      const left = result.happened.slice(at, at + size).map(({ number }) => number);
      if (!(await attempt({ ...plan, without: [...(plan.without ?? []), ...left] }))) at += size;
    }
  }
}
