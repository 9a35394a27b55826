/**
 * Transformations of inline XBRL (registries 1 to 5): what a page shows to the value of the fact. A format is named by its
 * local name without hyphens, because registries differ in them.
 */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;

const monthOf = (name: string): number => months.indexOf(name.slice(0, 3).toLowerCase() as (typeof months)[number]) + 1;

/** A day in ISO form; null when there is none. A year of two digits is one of this century. */
function day(year: string | undefined, month: number, date: string | undefined): string | null {
  const full = (year ?? '').length === 2 ? `20${year ?? ''}` : (year ?? '');
  const text = `${full.padStart(4, '0')}-${String(month).padStart(2, '0')}-${(date ?? '').padStart(2, '0')}`;
  const parsed = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(text) ? null : text;
}

type Transform = (text: string) => string | null;

const numberWith = (group: string, point: string): Transform => {
  const form = new RegExp(
    `^\\d{1,3}(?:[${group}]?\\d{3})*(?:[${point}]\\d*)?$|^\\d+(?:[${point}]\\d*)?$|^[${point}]\\d+$`,
  );
  const groups = new RegExp(`[${group}]`, 'g');
  return (text) => {
    if (!form.test(text)) return null;
    const plain = text.replaceAll(groups, '').replace(new RegExp(`[${point}]`), '.');
    return plain.startsWith('.') ? `0${plain}` : plain.replace(/\.$/, '');
  };
};
const pointed = numberWith(', \\u00a0', '.');
const commaed = numberWith('. \\u00a0', ',');

const constant =
  (value: string): Transform =>
  () =>
    value;
const dateOf =
  (form: RegExp, read: (parts: readonly string[]) => string | null): Transform =>
  (text) => {
    const parts = form.exec(text);
    return parts === null ? null : read(parts);
  };
const dayMonthYear = dateOf(/^(\d{1,2})\D{1,3}(\d{1,2})\D{1,3}(\d{2}|\d{4})$/, ([, d, m, y]) => day(y, Number(m), d));
const monthDayYear = dateOf(/^(\d{1,2})\D{1,3}(\d{1,2})\D{1,3}(\d{2}|\d{4})$/, ([, m, d, y]) => day(y, Number(m), d));
const yearMonthDay = dateOf(/^(\d{2}|\d{4})\D{1,3}(\d{1,2})\D{1,3}(\d{1,2})$/, ([, y, m, d]) => day(y, Number(m), d));
const dayNameYear = dateOf(
  /^(\d{1,2})(?:st|nd|rd|th)?[^\d\p{L}]{0,4}(\p{L}{3,10})[^\d\p{L}]{0,4}(\d{2}|\d{4})$/u,
  ([, d, m = '', y]) => day(y, monthOf(m), d),
);
const nameDayYear = dateOf(
  /^(\p{L}{3,10})[^\d\p{L}]{0,4}(\d{1,2})(?:st|nd|rd|th)?[^\d\p{L}]{1,4}(\d{2}|\d{4})$/u,
  ([, m = '', d, y]) => day(y, monthOf(m), d),
);

const byName: Readonly<Record<string, Transform>> = {
  numdotdecimal: pointed,
  numcommadot: pointed,
  numspacedot: pointed,
  numcommadecimal: commaed,
  numdotcomma: commaed,
  numspacecomma: commaed,
  zerodash: constant('0'),
  fixedzero: constant('0'),
  numdash: constant('0'),
  nocontent: constant(''),
  fixedempty: constant(''),
  booleantrue: constant('true'),
  fixedtrue: constant('true'),
  booleanfalse: constant('false'),
  fixedfalse: constant('false'),
  datedaymonthyear: dayMonthYear,
  dateslasheu: dayMonthYear,
  datedoteu: dayMonthYear,
  datemonthdayyear: monthDayYear,
  dateslashus: monthDayYear,
  datedotus: monthDayYear,
  dateyearmonthday: yearMonthDay,
  datedaymonthyearen: dayNameYear,
  datedaymonthnameyearen: dayNameYear,
  datelonguk: dayNameYear,
  dateshortuk: dayNameYear,
  datemonthdayyearen: nameDayYear,
  datemonthnamedayyearen: nameDayYear,
  datelongus: nameDayYear,
  dateshortus: nameDayYear,
};

/** The value; undefined for a format that this table lacks, null for a text that is not of the format. */
export function transformed(format: string, text: string): string | null | undefined {
  const local = format
    .slice(format.indexOf(':') + 1)
    .replaceAll('-', '')
    .toLowerCase();
  const transform = Object.hasOwn(byName, local) ? byName[local] : undefined;
  return transform?.(text.trim());
}
