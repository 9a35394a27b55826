import { dayOf } from '../../api/readmodel/day-text.ts';

export { counted, dayOf } from '../../api/readmodel/day-text.ts';

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

const month = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });

/** "Jul". Milliseconds. */
export const monthOf = (at: number): string => month.format(at).replace('Sept', 'Sep');

/** "2026-07-14", as the id of a day on a page. */
export const isoDayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** "14 Jul 2026, 08:00 UTC". */
export const momentOf = (at: number): string => `${dayOf(at)}, ${time.format(at)} UTC`;
