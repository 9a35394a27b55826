/** A text as one line: no whitespace around it, single spaces inside. */
export function lineOf(cell: string): string {
  const text = cell.trim();
  return text.includes('  ') || /[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text;
}
