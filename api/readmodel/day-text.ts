const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** "14 Jul 2026". Milliseconds. Written out: Intl takes ten times as long, and a page of standings has thousands of days. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** "1 token", "2 tokens". */
export const counted = (count: number, name: string, plural = `${name}s`): string =>
  `${count < 1_000 ? count : count.toLocaleString('en-US')} ${count === 1 ? name : plural}`;
