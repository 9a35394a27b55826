import { createSeededRandom } from './draws.ts';
import { EventHash } from './event-hash.ts';
import { EventQueue, type SimulationEvent } from './event-queue.ts';
import { Faults } from './faults.ts';
import type { FaultClasses, Plan } from './plan.ts';
import { type SimulatedProcess, type SimulatedThread } from './process.ts';
import type { Random } from './random.ts';

/** What a world found to be untrue. */
export interface Violation {
  /** Name of the invariant; `crash` and `liveness` belong to every world. */
  readonly invariant: string;
  readonly message: string;
}

/** Why `run` returned. */
export type RunEnd = 'done' | 'idle' | 'late' | 'violation';

/** After one event, all of its microtasks run before the next. The port of the globals does not replace this one. */
const realImmediate = globalThis.setImmediate;
const microtasksRun = (): Promise<void> =>
  new Promise((resolve) => {
    realImmediate(resolve);
  });

/** Knobs and faults have the streams before it. */
const scheduleStream = 3;

/** Far above any seed: a world that makes events without end is stopped. */
const mostEvents = 2_000_000;

/**
 * One seed in virtual time. Every wait of the program is an event here, and one event runs at a time, with all its microtasks:
 * code interleaves at awaits only, as in Node. Equal plans give equal events.
 */
export class Simulation {
  readonly plan: Plan;
  readonly random: Random;
  readonly faults: Faults;
  readonly pace: Readonly<Record<'channelMs' | 'commitMs' | 'acknowledgeMs' | 'timerMs', number>>;
  /** Milliseconds. */
  now = 0;
  events = 0;
  /** Conditions that were awaited so far. */
  conditions = 0;
  /** Events that only computed a condition, which did not hold. */
  #polls = 0;
  /** The thread whose event runs; null for the world. */
  current: SimulatedThread | null = null;
  violation: Violation | null = null;
  /** How often each noted thing happened. */
  readonly coverage = new Map<string, number>();
  readonly trace: string[] = [];
  /** Names of the actions of the script that were not left out. */
  readonly actions: string[] = [];
  readonly #queue = new EventQueue();
  readonly #hash = new EventHash();
  /** Whether `mostEvents` of the plan ended it: what its world misses then might have happened later. */
  #isCut = false;
  #pushed = 0;
  /** Actions that each thread began, by its name. */
  readonly #begun = new Map<string, number>();

  constructor(plan: Plan, classes: FaultClasses, pace: Simulation['pace'], createRandom = createSeededRandom) {
    this.plan = plan;
    const whose = (): string => this.#action;
    const schedule = plan.replays === true ? 0 : (plan.schedule ?? 0);
    this.random = createRandom(plan.seed, scheduleStream + schedule, whose);
    this.pace = pace;
    this.faults = new Faults(classes, plan, (what) => this.note(what), { createRandom, whose });
  }

  /** Begins an action of the script on the thread that runs; false if the plan leaves it out. */
  acts(what: string): boolean {
    const who = this.#actor;
    this.#begun.set(who, (this.#begun.get(who) ?? 0) + 1);
    const name = this.#action;
    const isLeftOut = this.plan.skip?.includes(name) === true;
    this.#line(`${isLeftOut ? 'left out' : 'action'} ${name}: ${what}`);
    if (!isLeftOut) this.actions.push(name);
    return !isLeftOut;
  }

  get #actor(): string {
    return this.current?.name ?? 'world';
  }

  /** The action that the thread began last: `world.3`. */
  get #action(): string {
    return `${this.#actor}.${this.#begun.get(this.#actor) ?? 0}`;
  }

  /** The end of a time that a world has to settle, from now on; milliseconds. */
  untilSettled(limitMs: number): number {
    return this.now + limitMs * (this.plan.patience ?? 1);
  }

  /** Whether what has settled is to be found after so many events: at once in a plan that is to have few. */
  isDueCheck(count: number, ofEach: number): boolean {
    return this.plan.lateFromMs !== undefined || count % ofEach === 0;
  }

  /** Events so far, without those that only polled. */
  get changes(): number {
    return this.events - this.#polls;
  }

  /** The event that runs only polls: what it computed is as it was. */
  polled(): void {
    this.#polls += 1;
  }

  /** Whether nothing but polls has run since `changes`, up to the event that runs, which polls. */
  isAsAt(changes: number): boolean {
    return this.changes - 1 === changes;
  }

  note(what: string): void {
    this.coverage.set(what, (this.coverage.get(what) ?? 0) + 1);
    this.#line(`* ${what}`);
  }

  /** The first violation stays: later ones may follow from it. */
  violate(invariant: string, message: string): void {
    if (this.violation !== null || this.#isCut) return;
    this.violation = { invariant, message };
    this.#line(`VIOLATION of ${invariant}: ${message}`);
  }

  /** An error that nothing handled. */
  crash(thread: SimulatedThread | null, error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.violate('crash', `${thread?.name ?? 'the world'}: ${text}`);
  }

  at(at: number, thread: SimulatedThread | null, what: string, run: () => void): SimulationEvent {
    const number = this.#pushed++;
    const tie = this.random.word();
    const event = { at: Math.max(at, this.now), tie, number, thread, what, run, cancelled: false };
    this.#queue.push(event);
    return event;
  }

  after(delayMs: number, thread: SimulatedThread | null, what: string, run: () => void): SimulationEvent {
    return this.at(this.now + delayMs, thread, what, run);
  }

  /** Resolves after a delay on the thread that calls it; never, if that thread dies before. */
  pause(delayMs: number, what: string): Promise<void> {
    const thread = this.current;
    return new Promise((resolve) => {
      this.after(delayMs, thread, what, resolve);
    });
  }

  spawn(thread: SimulatedThread | null, what: string, work: () => Promise<void>): void {
    this.after(0, thread, what, () => {
      work().catch((error: unknown) => this.crash(thread, error));
    });
  }

  kill(process: SimulatedProcess): void {
    this.#line(`kill -9 ${process.name}`);
    process.kill();
  }

  /** Runs events until `isDone`, a violation, the last event, or `untilMs`. */
  async run(isDone: () => boolean, untilMs: number): Promise<RunEnd> {
    const lastEvent = Math.min(this.events + mostEvents, this.plan.mostEvents ?? Infinity);
    for (;;) {
      if (this.violation !== null) return 'violation';
      if (isDone()) return 'done';
      const event = this.#queue.pop();
      if (event === undefined) return 'idle';
      if (event.cancelled || event.thread?.dead === true) continue;
      if (event.at > untilMs || this.events >= lastEvent) {
        this.#queue.push(event);
        this.#isCut ||= this.events >= (this.plan.mostEvents ?? Infinity);
        return 'late';
      }
      await this.#step(event);
    }
  }

  /** Ends the simulation; hexadecimal. */
  digest(): string {
    return this.#hash.digest();
  }

  async #step(event: SimulationEvent): Promise<void> {
    this.now = event.at;
    this.events += 1;
    this.current = event.thread;
    threadEntered.listener(event.thread);
    this.#hash.add(event.number, event.at);
    this.#line(event.what);
    event.run();
    await microtasksRun();
    this.current = null;
  }

  #line(what: string): void {
    if (this.plan.traced !== true) return;
    this.trace.push(`${this.now.toFixed(2).padStart(12)} ${(this.current?.name ?? '-').padEnd(16)} ${what}`);
  }
}

/** Set by the port of threads, whose `isMainThread` is a variable: it changes with the thread that runs. */
export const threadEntered: { listener: (thread: SimulatedThread | null) => void } = { listener: () => undefined };

let running: Simulation | null = null;

/** Makes a simulation the one that all ports use; null ends that. */
export const useSimulation = (simulation: Simulation | null): void => {
  running = simulation;
};

export const isSimulating = (): boolean => running !== null;

/** The simulation that runs. */
export function simulation(): Simulation {
  if (running === null) throw new Error('no simulation runs');
  return running;
}
