import type { Plan } from './kernel/plan.ts';
import type { SeedResult, WorldDescription } from './run-plan.ts';

type Run = (plan: Plan) => Promise<SeedResult>;

/** A failing plan with its result. */
export interface Failing {
  readonly plan: Plan;
  readonly result: SeedResult;
}

/** Orders that are tried where a smaller plan does not fail in the first. */
const otherSchedules = 6;

/** Most runs in all. */
const mostRuns = 600;

/**
 * A plan with fewer events that violates the same invariant: fewer and smaller things, faster parts, fewer classes of faults, fewer
 * faults, one at a time, for as long as one of them can be left out.
 */
export async function shrinkPlan(first: Failing, world: WorldDescription, run: Run): Promise<Failing> {
  let best = first;
  let runs = 0;
  const attempt = async (plan: Plan): Promise<boolean> => {
    for (let schedule = 0; schedule <= otherSchedules && runs < mostRuns; schedule++) {
      runs += 1;
      const tried = schedule === 0 ? plan : { ...plan, schedule: (plan.schedule ?? 0) + schedule };
      const result = await run(tried);
      const isSame = result.violation?.invariant === first.result.violation?.invariant;
      if (!isSame || result.events > best.result.events) continue;
      best = { plan: tried, result };
      return true;
    }
    return false;
  };
  for (let before = Infinity; best.result.events < before && runs < mostRuns; ) {
    before = best.result.events;
    for (const candidate of smallerPlans(best, world)) await attempt(candidate(best));
    await leaveOutFaults(() => best, attempt);
  }
  return best;
}

/** Simplifications, each of the plan that is the smallest when its turn comes. */
function smallerPlans({ result }: Failing, { knobs }: WorldDescription): readonly ((failing: Failing) => Plan)[] {
  const ofKnobs = Object.entries(knobs).flatMap(([name, values]) => {
    const present = result.knobs[name] ?? 0;
    const smallest = Math.min(values[0] ?? 0, present);
    // Where all values are above one, one is tried although no seed draws it.
    const least = smallest > 1 && Number.isInteger(smallest) ? 1 : smallest;
    const between = Number.isInteger(present) ? [Math.floor((least + present) / 2)] : [];
    const tried = [...new Set([least, smallest, ...between])].filter((value) => value < present);
    return tried.map(
      (value) =>
        ({ plan }: Failing): Plan => ({ ...plan, knobs: { ...plan.knobs, [name]: value } }),
    );
  });
  const ofFaults = result.faults.map(
    (name) =>
      ({ plan, result: { faults } }: Failing): Plan => ({ ...plan, faults: faults.filter((other) => other !== name) }),
  );
  return [...ofFaults, ...ofKnobs];
}

/** Leaves out halves of the faults that happened, then halves of these, down to one. */
async function leaveOutFaults(best: () => Failing, attempt: (plan: Plan) => Promise<boolean>): Promise<void> {
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
