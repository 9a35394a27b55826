/** A text on one line: trimmed, with single spaces inside. */
export function lineOf(cell: string): string {
  const text = cell.trim();
  return text.includes('  ') || /[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text;
}
