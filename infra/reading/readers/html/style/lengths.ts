/** Size of letters that a page has when it states none, CSS pixels. */
export const usualSize = 16;

/** CSS pixels of a length; null of one that is not known, such as `auto` and `calc(…)`. Shares are of `whole`. */
export function pixelsOf(text: string, size: number, whole = 1_280): number | null {
  const [, number = '', unit = ''] = /^([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))([a-z%]*)$/.exec(text.trim()) ?? [];
  if (number === '') return null;
  const value = Number(number);
  const factors: Readonly<Record<string, number>> = {
    '': 1,
    px: 1,
    pt: 4 / 3,
    pc: 16,
    in: 96,
    cm: 37.8,
    mm: 3.78,
    em: size,
    rem: usualSize,
    ex: size / 2,
    ch: size / 2,
    vw: 12.8,
    vh: 8,
    '%': whole / 100,
  };
  const factor = Object.hasOwn(factors, unit) ? factors[unit] : undefined;
  return factor === undefined ? null : value * factor;
}
