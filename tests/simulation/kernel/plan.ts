import { Random } from './random.ts';

/** Sizes that a world draws for each seed: one of the values, which are equally likely. */
export type Knobs = Readonly<Record<string, readonly [number, ...number[]]>>;

/** A class of faults. */
interface FaultClass {
  /** Share of the seeds that have it at all: most have few classes, so that one fault does not hide another. */
  readonly share: number;
  /** Probability that an opportunity is taken. */
  readonly probability?: number;
  /** How often it happens at random times; drawn from these. */
  readonly times?: readonly [number, ...number[]];
}

export type FaultClasses = Readonly<Record<string, FaultClass>>;

/** What is changed about a seed in order to see it again, or in a smaller form. */
export interface Plan {
  readonly seed: number;
  /** Values of knobs in place of the drawn ones. */
  readonly knobs?: Readonly<Record<string, number>>;
  /** The only classes of faults; absent, all that the seed draws. */
  readonly faults?: readonly string[];
  /** Numbers of drawn faults that do not happen. */
  readonly without?: readonly number[];
  /** Names of actions of the script that are left out. */
  readonly skip?: readonly string[];
  /** Each thread draws in each of its actions what it drew in the run of the seed alone: what is left out moves nothing else. */
  readonly replays?: boolean;
  /** From this virtual time on, milliseconds, timers that repeat are as late as timers may be: each poll is an event. */
  readonly lateFromMs?: number;
  /** Share of the time that a world has to settle after the last fault; 1 by default. What is missing then may still come. */
  readonly patience?: number;
  /** Another order and other delays with the same sizes and faults; 0 by default. */
  readonly schedule?: number;
  /** Ends the world after so many events, without a violation: a search for a smaller plan needs no longer one. */
  readonly mostEvents?: number;
  /** Keeps the line of every event. */
  readonly traced?: boolean;
}

/** How slow each part of the machine is, milliseconds: other proportions in each seed. Knobs of every world. */
export const paces = {
  channelMs: [0.1, 0.5, 0.5, 2, 10, 30],
  commitMs: [0.1, 0.5, 0.5, 2, 10, 30],
  acknowledgeMs: [0.1, 0.5, 0.5, 2, 10, 30],
  timerMs: [0.1, 0.5, 0.5, 2, 10, 30],
} as const satisfies Knobs;

/** The values of a seed. Every knob is drawn, also one that the plan sets, so that the others keep their values. */
export function drawKnobs<K extends Knobs>(knobs: K, plan: Plan): Readonly<Record<keyof K, number>> {
  const random = new Random(plan.seed, 1);
  const drawn = Object.entries(knobs).map(([name, values]) => [name, random.pick<number>(values)] as const);
  return { ...Object.fromEntries(drawn), ...plan.knobs } as Record<keyof K, number>;
}
