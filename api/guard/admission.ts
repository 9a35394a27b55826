import { overloaded } from '../errors.ts';

export interface AdmissionOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Half of the turns of the event loop were late by at least this, milliseconds, as of now. */
  readonly loopDelayMs: () => number;
}

/** Refuses work before there is too much of it (hardening 4.1): who is let in is answered in time. */
export interface Admission {
  /** Lets a request in, or throws the 503. What is returned must be called once, when the request has been answered. */
  readonly enter: (kind: 'read' | 'write') => () => void;
  /** Whether less work would be welcome. */
  readonly busy: () => boolean;
}

/** Requests of a kind that may be in flight at a time. */
const mostInFlight = 200;
/** When so many of the reads in flight have waited for longer than this, milliseconds, a further one would wait too long. */
const mostLateReads = 16;
const lateAfterMs = 500;
/** Above this the loop has no time left for what was let in, milliseconds. */
const longestLoopDelayMs = 200;

export function createAdmission({ loopDelayMs, now }: AdmissionOptions): Admission {
  /** When each was let in, the longest in flight first. */
  const inFlight = { read: new Map<symbol, number>(), write: new Map<symbol, number>() };
  const isFull = (kind: 'read' | 'write'): boolean =>
    inFlight[kind].size >= mostInFlight || (kind === 'read' && areLate(inFlight.read, now()));
  return {
    enter: (kind) => {
      if (isFull(kind) || loopDelayMs() > longestLoopDelayMs) throw overloaded();
      const place = Symbol(kind);
      inFlight[kind].set(place, now());
      return () => void inFlight[kind].delete(place);
    },
    busy: () =>
      Math.max(inFlight.read.size, inFlight.write.size) > mostInFlight / 2 || loopDelayMs() > longestLoopDelayMs / 2,
  };
}

function areLate(reads: ReadonlyMap<symbol, number>, at: number): boolean {
  let late = 0;
  for (const since of reads.values()) {
    if (at - since <= lateAfterMs) return false;
    late += 1;
    if (late >= mostLateReads) return true;
  }
  return false;
}
