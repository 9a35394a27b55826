const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "14 Jul 2026". Milliseconds. */
export const dayOf = (at: number): string => day.format(at).replace('Sept', 'Sep');

/** "1 token", "2 tokens". */
export const counted = (count: number, name: string, plural = `${name}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? name : plural}`;
