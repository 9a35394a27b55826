import { overloaded } from '../errors.ts';
import { createWorkEstimate, type Work } from './work-estimate.ts';

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
  /** Whether one of that kind would be let in now. */
  readonly hasRoom: (kind: 'read' | 'write') => boolean;
  /**
   * Begins a piece of work that a read waits for, or throws the 503 because it would come too late. It must be ended
   * once it has been done. `patient`: the read has waited already, and is not sent away after that.
   */
  readonly begin: (operation: string, patient: boolean) => Work;
  /** Whether less work would be welcome. */
  readonly busy: () => boolean;
}

/** Requests of a kind that may be in flight at a time. */
const mostInFlight = 200;
/** So many reads are always worked on: what was slow once is found to be fast again. */
const alwaysBegun = 6;
/** A read that would be answered later than this, milliseconds, is not begun. */
const longestWorkMs = 250;
/** What takes less, milliseconds, is answered from memory: it waits for nobody, however slow the tables are. */
const fromMemoryMs = 0.5;
/** What has taken so long, milliseconds, belies any estimate. */
const lateAfterMs = 500;
/** Above this the loop has no time left for what was let in, milliseconds. */
const longestLoopDelayMs = 200;

export function createAdmission({ loopDelayMs, now }: AdmissionOptions): Admission {
  const inFlight = { read: 0, write: 0 };
  const work = createWorkEstimate(now);
  const isLate = (operation: string): boolean =>
    work.costMs(operation) > fromMemoryMs &&
    (work.doneInMs(operation) > longestWorkMs || work.oldestMs() > lateAfterMs);
  const hasRoom = (kind: 'read' | 'write'): boolean =>
    inFlight[kind] < mostInFlight && loopDelayMs() <= longestLoopDelayMs;
  return {
    hasRoom,
    enter: (kind) => {
      if (!hasRoom(kind)) throw overloaded();
      inFlight[kind] += 1;
      let left = false;
      return () => {
        if (!left) inFlight[kind] -= 1;
        left = true;
      };
    },
    begin: (operation, patient) => {
      if (!patient && work.underWay() >= alwaysBegun && isLate(operation)) throw overloaded();
      return work.begin(operation);
    },
    busy: () =>
      Math.max(inFlight.read, inFlight.write) > mostInFlight / 2 ||
      work.doneInMs(null) > longestWorkMs / 2 ||
      loopDelayMs() > longestLoopDelayMs / 2,
  };
}
