/**
 * The bundler puts these in place of the globals of the same names, in the program and in the worlds. Outside of a
 * simulation, while modules are loaded, they are the real ones.
 */
import { isSimulating, simulation } from './simulation.ts';

const RealDate = globalThis.Date;
const RealSignal = globalThis.AbortSignal;

/** Virtual time 0: 2026-09-21T14:13:20Z, milliseconds. */
export const epochMs = 1_790_000_000_000;

type Run = (...given: unknown[]) => void;

/** A timer of `setTimeout` or `setInterval`, with the members that Node's have. */
class VirtualTimer {
  #event: { cancelled: boolean } | null = null;

  schedule(afterMs: number, what: string, run: () => void): this {
    const active = simulation();
    this.#event = active.after(afterMs, active.current, what, run);
    return this;
  }
  cancel(): void {
    if (this.#event !== null) this.#event.cancelled = true;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  [Symbol.dispose](): void {
    this.cancel();
  }
}

/** No timer is later, milliseconds. */
const latestMs = 1_000;

/** Timers of a busy machine are late: mostly by less than a millisecond, at most by a second. */
function lateMs(): number {
  const { random, pace } = simulation();
  return random.chance(0.9) ? random.fraction() : Math.min(latestMs, random.delay(10 * pace.timerMs));
}

/** The same for a timer that repeats, which a plan may slow down. */
function intervalLateMs(): number {
  const { plan, now } = simulation();
  const drawn = lateMs();
  return now >= (plan.lateFromMs ?? Infinity) ? latestMs : drawn;
}

const asTimer = (timer: unknown): NodeJS.Timeout => timer as NodeJS.Timeout;

function virtualTimeout(run: Run, ms = 0, ...given: unknown[]): NodeJS.Timeout {
  if (!isSimulating()) return globalThis.setTimeout(run, ms, ...given);
  return asTimer(new VirtualTimer().schedule(Math.max(1, ms) + lateMs(), 'timer', () => run(...given)));
}

function virtualInterval(run: Run, ms = 0, ...given: unknown[]): NodeJS.Timeout {
  const timer = new VirtualTimer();
  const schedule = (): void => {
    timer.schedule(Math.max(1, ms) + intervalLateMs(), 'interval', () => {
      schedule();
      run(...given);
    });
  };
  schedule();
  return asTimer(timer);
}

function virtualImmediate(run: Run, ...given: unknown[]): NodeJS.Timeout {
  if (!isSimulating()) return asTimer(globalThis.setImmediate(run, ...given));
  return asTimer(new VirtualTimer().schedule(0.001, 'immediate', () => run(...given)));
}

function clearVirtual(timer?: unknown): void {
  if (timer instanceof VirtualTimer) timer.cancel();
  else globalThis.clearTimeout(timer as NodeJS.Timeout | undefined);
}

export { clearVirtual as clearImmediate, clearVirtual as clearInterval, clearVirtual as clearTimeout };
export { virtualImmediate as setImmediate, virtualInterval as setInterval, virtualTimeout as setTimeout };

/** The clock of the process whose thread runs. */
function wallClockMs(): number {
  const active = simulation();
  return Math.floor(epochMs + active.now + (active.current?.process.clockOffsetMs ?? 0));
}

class VirtualDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(VirtualDate.now());
    else super(...(given as [number]));
  }
  static override now(): number {
    return isSimulating() ? wallClockMs() : RealDate.now();
  }
}
export { VirtualDate as Date };

const virtualPerformance = { now: () => (isSimulating() ? simulation().now : globalThis.performance.now()) };
export { virtualPerformance as performance };

const virtualSignal = {
  any: (signals: AbortSignal[]) => RealSignal.any(signals),
  abort: (reason?: unknown) => RealSignal.abort(reason),
  timeout: (ms: number) => {
    const controller = new AbortController();
    virtualTimeout(
      () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      ms,
    );
    return controller.signal;
  },
};
export { virtualSignal as AbortSignal };

/** In place of `Math.random`. */
export const virtualRandom = (): number => (isSimulating() ? simulation().random.fraction() : globalThis.Math.random());
