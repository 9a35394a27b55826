/** Calendar periods of UTC: months and half years. */
import { dayMs } from '../../schemas/values/durations.ts';

export interface Period {
  /** `2026-10`, `2026-H2`. */
  readonly label: string;
  /** First moment, and first moment after it, milliseconds. */
  readonly start: number;
  readonly end: number;
}

/** The period of `months` months that contains a time. */
export function periodAt(time: number, months: 1 | 6): Period {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  const first = Math.floor(date.getUTCMonth() / months) * months;
  const label = months === 1 ? `${year}-${String(first + 1).padStart(2, '0')}` : `${year}-H${first === 0 ? 1 : 2}`;
  return { label, start: Date.UTC(year, first), end: Date.UTC(year, first + months) };
}

/**
 * The newest period whose evidence is due: its end and the grace have passed. Null where none is that ended after `since`.
 */
export function lastDue(
  today: number,
  { months, graceDays }: { readonly months: 1 | 6; readonly graceDays: number },
  since: number,
): Period | null {
  const due = periodAt(today - graceDays * dayMs, months);
  const period = periodAt(due.start - 1, months);
  return period.end > since ? period : null;
}

/** When the evidence of a period is due, milliseconds. */
export const dueOf = ({ end }: Period, graceDays: number): number => end + graceDays * dayMs;
