/** How far the clock of this machine is believed. */
import type { OutsideTime } from './outside-time.ts';
import { hourMs } from '../../../schemas/values/durations.ts';

/**
 * `confirmed`: something outside states the same time. `steady`: nothing speaks against it. `settling`: the process just
 * started, when a clock may not be set yet. `doubted`: others state another time, or it jumped since it was believed.
 */
export type ClockTrust = 'confirmed' | 'steady' | 'settling' | 'doubted';

export interface TrustedClock {
  readonly trust: () => ClockTrust;
  /** An operator vouches for the time that the clock states now. */
  readonly vouch: () => void;
}

interface Clocks {
  /** Milliseconds. */
  readonly clock: () => number;
  /** Milliseconds of a clock that nothing sets, from any start. */
  readonly elapsed: () => number;
  readonly outside: Pick<OutsideTime, 'confirms' | 'contradicts'>;
}

/** Most by which the clock may leave the one that nothing sets, milliseconds: corrections are seconds. */
const mostDrift = hourMs;
/** After this long without a word from outside, a clock that did not jump is taken as it is, milliseconds. */
const settlesAfter = 600_000;

export function trustClock({ clock, elapsed, outside }: Clocks): TrustedClock {
  const start = elapsed();
  let offset = clock() - start;
  const vouch = (): void => {
    offset = clock() - elapsed();
  };
  return {
    vouch,
    trust: () => {
      if (outside.confirms()) {
        vouch();
        return 'confirmed';
      }
      const hasJumped = Math.abs(clock() - elapsed() - offset) > mostDrift;
      if (hasJumped || outside.contradicts()) return 'doubted';
      return elapsed() - start < settlesAfter ? 'settling' : 'steady';
    },
  };
}
