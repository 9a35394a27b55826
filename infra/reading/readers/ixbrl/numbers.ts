/** Decimal text of numeric facts: exact, digit by digit. */

/** `digits` shifted by a power of ten, with its sign; in its shortest form. Null for a scale that is no small whole number. */
export function scaled(digits: string, scale: string, isNegative: boolean): string | null {
  if (!/^-?\d{1,3}$/.test(scale)) return null;
  const by = Number(scale);
  if (Math.abs(by) > mostScale) return null;
  const [whole = '', fraction = ''] = digits.split('.');
  const all = `${whole}${fraction}`;
  const point = whole.length + by;
  const padded = point > all.length ? all.padEnd(point, '0') : all.padStart(all.length - Math.min(point, 0), '0');
  const at = Math.max(point, 0);
  const left = padded.slice(0, at).replace(/^0+(?=\d)/, '') || '0';
  const right = padded.slice(at).replace(/(?<!0)0+$/, '');
  const text = right === '' ? left : `${left}.${right}`;
  return isNegative && /[1-9]/.test(text) ? `-${text}` : text;
}

const mostScale = 100;
