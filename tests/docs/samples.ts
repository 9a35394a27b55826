/** Formats a record for the documentation: shortened, in lines of limited width. */

const longestText = 110;
const lineWidth = 140;
const more = '…';

/** Cuts long texts; of a list of objects it keeps the first, of a long list of values three. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}${more}` : value;
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    const shown = items.some((item) => typeof item === 'object') ? 1 : 3;
    const cut = items.length > shown + (shown === 1 ? 0 : 1);
    return cut ? [...items.slice(0, shown).map(shortened), more] : items.map(shortened);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}

/** Members of long maps that the documentation shows. */
const shownMembers: ReadonlySet<string> = new Set([
  'ae_lei_name',
  'ae_lei',
  'ac_authorisationNotificationDate',
  'ac_authorisationEndDate',
  'ae_DTI_FFG',
  'ae_DTI',
  'wp_url',
  'listed',
  'match',
]);

/** A record's value in the form that the documentation shows. */
export const shownValue = (value: object): unknown => shortened(withoutColumns(value));

function withoutColumns(value: unknown): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[]).map(withoutColumns);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (!entries.some(([name]) => name === 'ae_lei_name')) {
    return Object.fromEntries(entries.map(([name, member]) => [name, withoutColumns(member)]));
  }
  return { ...Object.fromEntries(entries.filter(([name]) => shownMembers.has(name))), [more]: more };
}

/** JSON in lines of at most 140 characters where possible. `broken` puts members of the outermost level on their own lines. */
export function layOut(value: unknown, indent = 0, broken = true): string {
  const line = onOneLine(value);
  if (typeof value !== 'object' || value === null || (!broken && indent + line.length <= lineWidth)) return line;
  const pad = ' '.repeat(indent + 2);
  const close = ' '.repeat(indent);
  if (Array.isArray(value)) {
    const items = (value as readonly unknown[]).map((item) => pad + layOut(item, indent + 2, false));
    return `[\n${items.join(',\n')}\n${close}]`;
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${pad}${JSON.stringify(name)}: ${layOut(member, indent + 2, false)}`,
  );
  return `{\n${members.join(',\n')}\n${close}}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${(value as readonly unknown[]).map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${onOneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Tab-separated lines as aligned columns, NULL as ∅. */
export function aligned(text: string): string {
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t').map((cell) => (cell === '\\N' ? '∅' : cell)));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? ''))));
  return rows
    .map((row) => row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - width(cell))).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

const width = (text: string): number => Array.from(text).length;
