import type { Death, DeathReason } from '../child.ts';
import { minuteMs } from '../../../../schemas/values/durations.ts';

/** The hosts that ended, for health and metrics. Times are of a monotonic clock, milliseconds. */
export interface Outages {
  readonly opened: (nowMs: number) => void;
  readonly ended: (death: Death, nowMs: number) => void;
  /** What is wrong; null when nothing is. */
  readonly finding: (nowMs: number) => string | null;
  /** Why the last host ended, for people. */
  readonly reason: () => string;
  readonly lastReason: () => DeathReason;
  readonly deaths: () => ReadonlyMap<DeathReason, number>;
  /** Time without a host since the first was open. */
  readonly awayMs: (nowMs: number) => number;
}

/** So many deaths within a minute are a fault that does not pass by itself. */
const manyDeaths = 5;
/** Time without a host after which the service is not ready, milliseconds. */
const unnoticedMs = 5_000;

export function createOutages(): Outages {
  const deaths = new Map<DeathReason, number>();
  let recent: readonly number[] = [];
  let last: Death | null = null;
  let since: number | null = null;
  let beforeMs = 0;
  const reason = (): string => last?.message ?? 'they are not open yet';
  const awayFor = (nowMs: number): number => (since === null ? 0 : nowMs - since);
  const isFailing = (nowMs: number): boolean => {
    const [oldest] = recent;
    return recent.length === manyDeaths && oldest !== undefined && nowMs - oldest < minuteMs;
  };
  return {
    opened: (nowMs) => {
      beforeMs += awayFor(nowMs);
      since = null;
    },
    ended: (death, nowMs) => {
      since ??= nowMs;
      last = death;
      deaths.set(death.reason, (deaths.get(death.reason) ?? 0) + 1);
      recent = [...recent.slice(1 - manyDeaths), nowMs];
    },
    finding: (nowMs) => {
      if (isFailing(nowMs)) return `ended ${manyDeaths} times within a minute: ${reason()}`;
      return awayFor(nowMs) > unnoticedMs ? `are restarted: ${reason()}` : null;
    },
    reason,
    lastReason: () => last?.reason ?? 'ended',
    deaths: () => new Map(deaths),
    awayMs: (nowMs) => beforeMs + awayFor(nowMs),
  };
}
