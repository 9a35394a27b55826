import type { Plan } from './kernel/plan.ts';
import { Random } from './kernel/random.ts';
import type { SeedResult, WorldDescription } from './run-plan.ts';
import { leastSizes, leftOut, type Part, partsOf } from './smaller-plans.ts';

type Run = (plan: Plan) => Promise<SeedResult>;

/** A failing plan with its result. */
export interface FailingPlan {
  readonly plan: Plan;
  readonly result: SeedResult;
}

export interface SmallPlan extends FailingPlan {
  /** Whether no part of it can be left out alone; false if the events were used up before that was known. */
  readonly isMinimal: boolean;
  /** Events of all runs. */
  readonly spent: number;
}

/** A plan that is as small as this is not varied further, events. */
const smallEnough = 300;
/** Share of the events for other orders of events; the rest is for leaving out parts. */
const shareOfSearch = 0.8;
/** Share of the other orders of events that are of small worlds. */
const shareOfSmallWorlds = 0.4;

/**
 * A plan with fewer events that violates the same invariant: one from which no action, fault, class of faults or size can be
 * left out alone. Parts of a kind are left out together at first, then in halves, down to one. What is left then may need its
 * order of events, so others are tried: near that of the plan, each with one or some parts left out, and any order of a world
 * of the least sizes. No run is longer than the shortest that failed.
 *
 * @param mostEvents of all runs together: time of a core, whose events cost differently in each world
 */
export async function shrinkPlan(
  first: FailingPlan,
  world: WorldDescription,
  run: Run,
  mostEvents: number,
): Promise<SmallPlan> {
  let best = first;
  let spent = 0;
  const runUpTo = async (plan: Plan, events: number): Promise<SeedResult> => {
    const result = await run({ ...plan, mostEvents: events + 1 });
    // Each run has a setup as well.
    spent += Math.max(50, result.events);
    return result;
  };
  const attempt = async (plan: Plan): Promise<boolean> => {
    const result = await runUpTo(plan, best.result.events);
    const isSame = result.violation?.invariant === first.result.violation?.invariant;
    const isSmaller = isSame && result.events <= best.result.events;
    if (isSmaller) best = { plan, result };
    return isSmaller;
  };
  const leaveOut = async (): Promise<boolean> => {
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const kind of partsOf(best, world).keys()) {
        if (spent >= mostEvents) return false;
        const parts = (): readonly Part[] => partsOf(best, world).get(kind) ?? [];
        isChanged =
          (await leaveOutChunks(
            parts,
            (some) => attempt(leftOut(best.plan, some)),
            () => spent >= mostEvents,
          )) || isChanged;
      }
    }
    return spent < mostEvents;
  };

  /** What the whole time to settle did not bring is missing at an earlier end, too: the events up to it are the same. */
  const endedSooner = async (): Promise<FailingPlan> => {
    for (const patience of [1 / 64, 1 / 16, 1 / 4]) {
      const plan = { ...best.plan, patience };
      const result = await runUpTo(plan, best.result.events);
      const isSame = result.violation?.message === best.result.violation?.message;
      if (isSame && result.events < best.result.events) return { plan, result };
    }
    return best;
  };

  // With the draws of each thread its own, an action that is left out does not change what all others draw.
  if (Object.keys(first.plan).every((name) => ['seed', 'traced', 'knobs'].includes(name))) {
    await attempt({ ...first.plan, replays: true });
  }
  let isMinimal = await leaveOut();
  let ended = await endedSooner();
  const random = new Random(first.plan.seed);
  while (isMinimal && ended.result.events > smallEnough && spent < mostEvents * shareOfSearch) {
    const other = random.chance(shareOfSmallWorlds) ? smallWorld : someLeftOut;
    if (!(await attempt(other(best, world, random)))) continue;
    isMinimal = await leaveOut();
    ended = await endedSooner();
  }
  return { ...ended, isMinimal, spent };
}

/** Leaves out chunks of the parts, then halves of these, down to one; true if one was left out. */
async function leaveOutChunks(
  parts: () => readonly Part[],
  attempt: (parts: readonly Part[]) => Promise<boolean>,
  isOver: () => boolean,
): Promise<boolean> {
  let isChanged = false;
  for (let size = parts().length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < parts().length && !isOver(); ) {
      const chunk = parts().slice(at, at + size);
      if (await attempt(chunk)) isChanged = true;
      else at += chunk.length;
    }
  }
  return isChanged;
}

const anotherSchedule = (random: Random): number => 1 + random.below(1_000_000);

/** The plan without one or some of its parts, in another order of events. */
function someLeftOut(best: FailingPlan, world: WorldDescription, random: Random): Plan {
  const parts = [...partsOf(best, world).values()].flat();
  const chance = random.pick([0.1, 0.3, 0.6]);
  const isOne = parts.length > 0 && random.chance(0.7);
  const some = isOne ? [random.pick(parts)] : parts.filter(() => random.chance(chance));
  return { ...leftOut(best.plan, some), schedule: anotherSchedule(random) };
}

/** The seed in a world of the least sizes, except for some that stay, and in any order of events: nothing is replayed. */
function smallWorld(best: FailingPlan, world: WorldDescription, random: Random): Plan {
  const stay = random.pick([0, 0.1, 0.3]);
  const parts = leastSizes(best, world).filter(() => !random.chance(stay));
  const { replays: _, without: __, skip, ...plan } = best.plan;
  const kept = skip !== undefined && random.chance(0.5) ? { skip } : {};
  return { ...leftOut({ ...plan, ...kept }, parts), lateFromMs: 0, schedule: anotherSchedule(random) };
}
