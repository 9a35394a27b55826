/** Which days to begin: a pure function of the days that the log has and of the time. */
import type { ClockTrust } from './clock-trust.ts';
import { dayMs, hourMs } from '../../../schemas/values/durations.ts';

/** The day of a time, counted from the epoch in UTC. */
export const dayOf = (at: number): number => Math.floor(at / dayMs);

/** Days after a stop that are written in order. */
const mostMissed = 7;
/** Clocks of two hosts may differ by this much around midnight, milliseconds. */
const skewMs = hourMs;

/** A day that begins. `resumed`: an operator vouches for it, whatever days came before. */
export interface Tick {
  readonly day: number;
  readonly resumed: boolean;
}

export type TickAlarm = 'before_last' | 'unconfirmed' | 'doubted';

export interface TickPlan {
  /** What to append, one after the other: a tick, and the partitions that lack it. */
  readonly ticks: readonly { readonly tick: Tick; readonly partitions: readonly number[] }[];
  /** The day that began last, these included; null before the first. */
  readonly last: number | null;
  readonly alarm: TickAlarm | null;
  /** An operator vouches for today. */
  readonly isVouched: boolean;
}

interface TickState {
  /** The newest tick of each partition, in log order; null where there is none. */
  readonly newest: readonly (Tick | null)[];
  /** Milliseconds. */
  readonly now: number;
  readonly trust: ClockTrust;
}

/**
 * Plans the days that begin. A tick that some partitions lack is completed first. The first day of a log needs nothing before
 * it; up to seven missed days follow in order, once the clock has settled; after a longer gap only today, once it is
 * confirmed.
 */
export function planTicks({ newest, now, trust }: TickState): TickPlan {
  const today = dayOf(now);
  const partitions = newest.map((_, partition) => partition);
  const begin = (day: number): TickPlan['ticks'][number] => ({ tick: { day, resumed: false }, partitions });
  const found = newest.filter((tick) => tick !== null);
  if (found.length === 0) return { ticks: [begin(today)], last: today, alarm: null, isVouched: false };
  const isAhead = ({ day }: Tick): boolean => now < day * dayMs - skewMs;
  const past = found.filter((tick) => !isAhead(tick)).sort((a, b) => a.day - b.day);
  const last = past.at(-1);
  const isResumed = past.some(({ resumed }) => resumed);
  if (last === undefined || (found.some(isAhead) && !isResumed)) {
    const [first = 0] = found.map(({ day }) => day).sort((a, b) => b - a);
    return { ticks: [], last: first, alarm: 'before_last', isVouched: false };
  }
  const lacking = partitions.filter((partition) => newest[partition]?.day !== last.day);
  const completed = lacking.length === 0 ? [] : [{ tick: last, partitions: lacking }];
  const missed = today - last.day;
  const isVouched = last.resumed && missed === 0;
  const waiting = (alarm: TickAlarm | null): TickPlan => ({ ticks: completed, last: last.day, alarm, isVouched });
  if (missed > 0 && trust === 'doubted') return waiting('doubted');
  if (missed > mostMissed && trust !== 'confirmed') return waiting('unconfirmed');
  if (missed > 0 && trust === 'settling') return waiting(null);
  const days = missed > mostMissed ? [today] : Array.from({ length: Math.max(0, missed) }, (_, n) => last.day + 1 + n);
  return { ticks: [...completed, ...days.map(begin)], last: Math.max(today, last.day), alarm: null, isVouched };
}
