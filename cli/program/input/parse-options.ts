import { UsageError } from '../../../infra/errors.ts';
import { isTerm, type Scope, termsOf } from '../../../schemas/vocabulary.ts';
import { dayMs, hourMs } from '../../../schemas/values/durations.ts';

/** Milliseconds of an ISO 8601 date or of a date-time with zone; a date stands for its first moment in UTC. */
export function timeOption(name: string, text: string): number {
  const isoForm = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;
  const time = isoForm.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new UsageError(
      `${name} takes a date or date-time with zone, such as 2026-01-29 or 2026-01-29T08:00:00Z, not "${text}"`,
    );
  }
  return time;
}

/** Whether a month has that day: `Date` reads 30 February as 2 March. */
export function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/**
 * A time, or the word `now`, which is also the default. Refuses a time more than five minutes ahead of the clock: the log never
 * records a future event time.
 */
export function pastTimeOption(name: string, text: string | undefined, now: number): number {
  if (text === undefined || text === 'now') return now;
  const time = timeOption(name, text);
  if (time > now + 5 * 60 * 1000) throw new UsageError(`${name} lies in the future: ${text}`);
  return time;
}

export function countOption(name: string, text: string, low: number, high: number): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < low || count > high) {
    throw new UsageError(`${name} takes a whole number from ${low} to ${high}, not "${text}"`);
  }
  return count;
}

export function scopesOption(text: string): readonly Scope[] {
  const scopes = text.split(',').map((scope) => {
    if (!isTerm('scope', scope))
      throw new UsageError(`--scopes: "${scope}" is not one of ${termsOf('scope').join(', ')}`);
    return scope;
  });
  return [...new Set(scopes)];
}

const units: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', hourMs],
  ['d', dayMs],
]);

const longestDurationMs = 100 * 365 * dayMs;

/** Milliseconds of a duration such as 24h, 30m, 90s or 7d. */
export function durationOption(name: string, text: string): number {
  const match = /^(\d+)([smhd])$/.exec(text);
  const duration = Number(match?.[1]) * (units.get(match?.[2] ?? '') ?? Number.NaN);
  if (!(duration <= longestDurationMs)) {
    throw new UsageError(`${name} takes a duration of at most 100 years, such as 24h or 30m, not "${text}"`);
  }
  return duration;
}
