import { overloaded } from '../errors.ts';

export interface AdmissionOptions {
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
/** Above this the loop has no time left for what was let in, milliseconds. */
const longestLoopDelayMs = 200;

export function createAdmission({ loopDelayMs }: AdmissionOptions): Admission {
  const inFlight = { read: 0, write: 0 };
  return {
    enter: (kind) => {
      if (inFlight[kind] >= mostInFlight || loopDelayMs() > longestLoopDelayMs) throw overloaded();
      inFlight[kind] += 1;
      return () => {
        inFlight[kind] -= 1;
      };
    },
    busy: () => Math.max(inFlight.read, inFlight.write) > mostInFlight / 2 || loopDelayMs() > longestLoopDelayMs / 2,
  };
}
