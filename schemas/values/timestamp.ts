import { minuteMs } from './durations.ts';

const shape = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** Milliseconds of an RFC 3339 date-time, further digits truncated; null when `text` is not one or not a real time. */
export function parseTimestamp(text: string): number | null {
  const match = shape.exec(text);
  if (match === null) return null;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day, hours, minutes, seconds] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return null;
  if (hours > 23 || minutes > 59 || seconds > 59 || part(9) > 23 || part(10) > 59) return null;
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const offset = (part(9) * 60 + part(10)) * minuteMs * (match[8] === '-' ? -1 : 1);
  return Date.UTC(year, month - 1, day, hours, minutes, seconds, milliseconds) - offset;
}

/** ISO 8601 in UTC with milliseconds. */
export const formatTimestamp = (milliseconds: number): string => new Date(milliseconds).toISOString();

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
