const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const gap = '[\\s.,_\\-/]+';
const year = '((?:19|20)\\d{2})';
const edge = (pattern: string): RegExp => new RegExp(`(?<![a-z0-9])${pattern}(?![0-9])`, 'gi');

/** A complete day, or a month: the day is then 31, because a report of a month is as of its end. */
const forms: readonly { readonly form: RegExp; readonly read: (found: readonly string[]) => Day }[] = [
  // June 30, 2025
  {
    form: edge(`${monthName}${gap}(\\d{1,2})(?:st|nd|rd|th)?${gap}${year}`),
    read: ([name, day, of]) => ({ year: of, month: monthOf(name), day }),
  },
  // 30 June 2025
  {
    form: edge(`(\\d{1,2})(?:st|nd|rd|th)?${gap}(?:of${gap})?${monthName}${gap}${year}`),
    read: ([day, name, of]) => ({ year: of, month: monthOf(name), day }),
  },
  // June 2025
  {
    form: edge(`${monthName}${gap}${year}`),
    read: ([name, of]) => ({ year: of, month: monthOf(name), day: '31' }),
  },
  // 2025 June
  {
    form: edge(`${year}${gap}${monthName}(?![a-z])`),
    read: ([of, name]) => ({ year: of, month: monthOf(name), day: '31' }),
  },
  // 2025-06-30
  { form: edge(`${year}([-_./]?)(\\d{2})\\2(\\d{2})`), read: ([of, , month, day]) => ({ year: of, month, day }) },
  // 2025-06
  { form: edge(`${year}[-_./](\\d{2})`), read: ([of, month]) => ({ year: of, month, day: '31' }) },
];

interface Day {
  readonly year: string | undefined;
  readonly month: string | undefined;
  readonly day: string | undefined;
}

const monthOf = (name: string | undefined): string =>
  String(months.indexOf((name ?? '').slice(0, 3).toLowerCase() as (typeof months)[number]) + 1);

/** The latest date that a text or address states, as `yyyymmdd`; null without one. */
export function latestDateIn(text: string): number | null {
  let latest: number | null = null;
  let rest = text.slice(0, 2_000);
  for (const { form, read } of forms) {
    // What a complete form has read is no shorter form as well.
    rest = rest.replaceAll(form, (match: string, ...found: readonly unknown[]) => {
      const date = numberOf(read(found.filter((one) => typeof one === 'string').slice(0, 4)));
      if (date === null) return match;
      latest = Math.max(latest ?? 0, date);
      return ' ';
    });
  }
  return latest;
}

function numberOf({ year: of, month, day }: Day): number | null {
  const [y, m, d] = [Number(of), Number(month), Number(day)];
  return m >= 1 && m <= 12 && d >= 1 && d <= 31 ? y * 10_000 + m * 100 + d : null;
}
