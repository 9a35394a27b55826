const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** "14 Jul 2026". Milliseconds. */
export const dayOf = (at: number): string => day.format(at).replace('Sept', 'Sep');

const month = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });

/** "Jul". Milliseconds. */
export const monthOf = (at: number): string => month.format(at).replace('Sept', 'Sep');

/** "2026-07-14", as the id of a day on a page. */
export const isoDayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** "14 Jul 2026, 08:00 UTC". */
export const momentOf = (at: number): string => `${dayOf(at)}, ${time.format(at)} UTC`;

/** "1 token", "2 tokens". */
export const counted = (count: number, name: string, plural = `${name}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? name : plural}`;
