import { hourMs } from '../../../schemas/values/durations.ts';

/** The time according to other hosts: dates of HTTP responses, and times of finalized blocks. */
export interface OutsideTime {
  /** Notes a time that something outside of this machine stated just now, milliseconds. */
  readonly note: (stated: number) => void;
  /** Whether one stated within the last hour agrees with the clock to within an hour. */
  readonly confirms: () => boolean;
  /** Whether all that were stated within the last hour, one or more, differ by more than that. */
  readonly contradicts: () => boolean;
}

export function createOutsideTime(clock: () => number): OutsideTime {
  /** By the clock, when one was noted last that agreed, and one that did not. */
  const noted = { agreeing: Number.NEGATIVE_INFINITY, differing: Number.NEGATIVE_INFINITY };
  const isRecent = (at: number): boolean => Math.abs(clock() - at) <= hourMs;
  const confirms = (): boolean => isRecent(noted.agreeing);
  return {
    note: (stated) => {
      const at = clock();
      noted[Math.abs(stated - at) <= hourMs ? 'agreeing' : 'differing'] = at;
    },
    confirms,
    contradicts: () => isRecent(noted.differing) && !confirms(),
  };
}
