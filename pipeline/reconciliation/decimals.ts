/** Counts of tokens of several decimal places as integers of one scale. */

/** Most decimal places that are compared. */
export const mostDecimals = 77;

/** A decimal as text in units of `10 ** -scale`; `scale` must be at least its decimal places. */
export function scaledDecimal(text: string, scale: number): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(`${whole}${part.padEnd(scale, '0')}`);
}

export const decimalPlaces = (text: string): number => text.split('.')[1]?.length ?? 0;

/** The decimal as text, without zeros at its end. */
export function decimalOf(scaled: bigint, scale: number): string {
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(scale + 1, '0');
  const [whole, part] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  const decimals = part.replace(/(?<!0)0+$/, '');
  return `${scaled < 0n ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}
