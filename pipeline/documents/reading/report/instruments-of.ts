/** The instruments that a reserve lists by CUSIP or ISIN. */
import type { InstrumentsValue } from '../../../../schemas/facts.ts';
import { isCusip, isinOfCusip } from '../../../../schemas/values/cusip.ts';
import { isinProblem } from '../../../../schemas/values/isin.ts';
import type { Node } from './closure.ts';
import { leavesOf } from './closure.ts';
import { maturitiesOf } from './dates.ts';
import { dayMs } from '../../../../schemas/values/durations.ts';

export interface ListedInstrument {
  readonly cusip: string | null;
  readonly isin: string | null;
  readonly maturity: string | null;
  readonly leaf: Node;
  /** Label of the total that the instruments sum to. */
  readonly under: string;
}

const identifierShape = /^(?:[0-9]{3}[0-9A-Z*@#]{5}[0-9]|[0-9]{3}[0-9A-Z]{5}[0-9]{2}|[A-Z]{2}[A-Z0-9]{9}[0-9])$/;

/** An ISIN of the United States that is printed without its country: a CUSIP and the check digit of the ISIN. */
const withCountry = (code: string): string => (isinOfCusip(code.slice(0, 9)) === `US${code}` ? `US${code}` : code);

const isIdentifier = (code: string): boolean =>
  identifierShape.test(code) && (isCusip(code) || isinProblem(code) === null);

/** Instruments of a reserve whose sums hold; null when a label has the form of an identifier and is none. */
export function listedIn(total: Node): readonly ListedInstrument[] | null {
  const lines = leavesOf(total).flatMap(({ leaf, under }) => {
    const [first = '', ...rest] = leaf.entry.label.split(' ');
    if (identifierShape.test(first)) {
      return [{ leaf, under: under.label, code: withCountry(first), rest: rest.join(' ') }];
    }
    // Behind the name of the instrument other numbers may have the form of an identifier.
    const last = withCountry(rest.at(-1) ?? '');
    return isIdentifier(last) ? [{ leaf, under: leaf.entry.label, code: last, rest: '' }] : [];
  });
  if (lines.some(({ code }) => !isIdentifier(code))) return null;
  const printed = lines.map(({ leaf, rest }) => leaf.entry.row.dates[0]?.date ?? rest);
  const maturities = maturitiesOf(printed);
  return lines.map(({ leaf, under, code }, index) => ({
    ...(isCusip(code) ? { cusip: code, isin: null } : { cusip: null, isin: code }),
    maturity: maturities[index] ?? null,
    leaf,
    under,
  }));
}

/** Days from the date of the report to a maturity. */
export const daysTo = (maturity: string, asOf: string): number => (Date.parse(maturity) - Date.parse(asOf)) / dayMs;

/** Days to the latest maturity; null when an instrument states none, or there is none. */
export function longestDaysOf(listed: readonly ListedInstrument[], asOf: string): number | null {
  let longest: number | null = null;
  for (const { maturity } of listed) {
    if (maturity === null) return null;
    longest = Math.max(longest ?? Number.NEGATIVE_INFINITY, daysTo(maturity, asOf));
  }
  return longest;
}

/** Share of the total in hundredths of a percent, rounded half up. */
export const shareOf = (part: bigint, total: bigint): number => Number((part * 20_000n + total) / (2n * total));

export const instrumentsValue = (
  listed: readonly ListedInstrument[],
  { asOf, total, classOf }: { asOf: string; total: bigint; classOf: (one: ListedInstrument) => string | null },
): InstrumentsValue => ({
  asOf,
  complete: true,
  items: listed.map((one) => ({
    isin: one.isin,
    cusip: one.cusip,
    maturity: one.maturity,
    class: classOf(one),
    share: shareOf(one.leaf.entry.amount.millionths, total),
  })),
});
