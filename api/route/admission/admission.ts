import { overloaded } from '../../errors.ts';
import { createWorkEstimate, type Work } from './work-estimate.ts';

export interface AdmissionOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Median delay of the event loop, milliseconds. */
  readonly loopDelayMs: () => number;
}

/** What a place is for. `anonymous`: a form of a reader without a session, which must not take places of key holders. */
export type PlaceKind = keyof typeof mostInFlight;

/** Refuses requests before there is too much work, so that every admitted request is answered in time. */
export interface Admission {
  /** Admits a request, or throws the 503. Call the result once the request is answered. */
  readonly enter: (kind: PlaceKind) => () => void;
  /** Whether a request of that kind would be admitted now. */
  readonly hasRoom: (kind: PlaceKind) => boolean;
  /**
   * Starts work that a read waits for, or throws the 503 if it would end too late. The caller must end it. `patient`: the
   * read has waited already, so it is not refused any more.
   */
  readonly begin: (operation: string, patient: boolean) => Work;
  /** Whether the service is under load, so clients should poll less often. */
  readonly busy: () => boolean;
}

/** Requests of a kind in flight at a time. */
const mostInFlight = { read: 200, write: 200, anonymous: 50 } as const;
/** Reads that always start, even if their estimate is too high: otherwise a cost that fell would never be measured again. */
const alwaysBegun = 6;
/** A read does not start if its work would end later than this, milliseconds. */
const longestWorkMs = 250;
/** An operation that costs less, milliseconds, is answered from memory: it does not wait for the tables. */
const fromMemoryMs = 0.5;
/** If work is in flight for longer, milliseconds, the estimates are wrong. */
const lateAfterMs = 500;
/** Above this delay the event loop cannot serve the admitted requests in time, milliseconds. */
const longestLoopDelayMs = 200;

export function createAdmission({ loopDelayMs, now }: AdmissionOptions): Admission {
  const inFlight = { read: 0, write: 0, anonymous: 0 };
  const work = createWorkEstimate(now);
  const isLate = (operation: string): boolean =>
    work.costMs(operation) > fromMemoryMs &&
    (work.doneInMs(operation) > longestWorkMs || work.oldestMs() > lateAfterMs);
  const hasRoom = (kind: PlaceKind): boolean =>
    inFlight[kind] < mostInFlight[kind] && loopDelayMs() <= longestLoopDelayMs;
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
      inFlight.read > mostInFlight.read / 2 ||
      inFlight.write > mostInFlight.write / 2 ||
      work.doneInMs(null) > longestWorkMs / 2 ||
      loopDelayMs() > longestLoopDelayMs / 2,
  };
}
