/** The instruments of one set fact, matched by identifier. */
import type { InstrumentsValue } from '../../../../schemas/facts.ts';
import { isCusip, isinOfCusip } from '../../../../schemas/values/cusip.ts';
import { isinProblem, type IsinProblem } from '../../../../schemas/values/isin.ts';

type Item = InstrumentsValue['items'][number];

/** An instrument with a valid identifier; of one that is listed twice, the parts are joined. */
export interface Member {
  /** `isin:<ISIN>`: the subject key of its changes. */
  readonly key: string;
  readonly isin: string;
  /** Latest date, YYYY-MM-DD. */
  readonly maturity: string | null;
  /** Hundredths of a percent of total reserves; null when a part has none. */
  readonly share: number | null;
  /** Null when none is stated, or two are. */
  readonly class: string | null;
  readonly issuer: { readonly lei: string | null; readonly name: string | null } | null;
}

/** An identifier that is printed and is none. */
export interface InvalidIdentifier {
  /** `isin:<as printed>` or `cusip:<as printed>`. */
  readonly key: string;
  readonly kind: 'ISIN' | 'CUSIP';
  readonly text: string;
  /** `contradiction`: the ISIN and the CUSIP of one line are those of two instruments. */
  readonly problem: IsinProblem | 'contradiction';
}

export interface ReadSet {
  /** Sorted by key. */
  readonly members: readonly Member[];
  readonly invalid: readonly InvalidIdentifier[];
}

/** Reads the lines of a set. A line without a valid identifier is no member; one without any identifier is left out. */
export function readSet({ items }: Pick<InstrumentsValue, 'items'>): ReadSet {
  const members = new Map<string, Member>();
  const invalid = new Map<string, InvalidIdentifier>();
  for (const item of items) {
    const read = identify(item);
    for (const one of read.invalid) invalid.set(one.key, one);
    if (read.isin === null) continue;
    const key = `isin:${read.isin}`;
    const known = members.get(key);
    const member = memberOf(key, read.isin, item);
    members.set(key, known === undefined ? member : joined(known, member));
  }
  const byKey = (a: { readonly key: string }, b: { readonly key: string }): number => (a.key < b.key ? -1 : 1);
  return { members: [...members.values()].sort(byKey), invalid: [...invalid.values()].sort(byKey) };
}

/** Identifiers are keys of records: longer text than any identifier is cut. */
const longestPrinted = 40;

const printed = (text: string | null): string =>
  (text ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\s]/gu, '')
    .toUpperCase()
    .slice(0, longestPrinted);

function identify(item: Item): { readonly isin: string | null; readonly invalid: readonly InvalidIdentifier[] } {
  const [isin, cusip] = [printed(item.isin), printed(item.cusip)];
  const wrongIsin = isin === '' ? null : isinProblem(isin);
  const wrongCusip = cusip === '' || isCusip(cusip) ? null : /^[0-9A-Z*@#]{9}$/.test(cusip) ? 'check_digit' : 'shape';
  const invalid: InvalidIdentifier[] = [
    ...(wrongIsin === null ? [] : [{ key: `isin:${isin}`, kind: 'ISIN' as const, text: isin, problem: wrongIsin }]),
    ...(wrongCusip === null
      ? []
      : [{ key: `cusip:${cusip}`, kind: 'CUSIP' as const, text: cusip, problem: wrongCusip } as const]),
  ];
  if (invalid.length > 0) return { isin: null, invalid };
  const fromCusip = cusip === '' ? null : isinOfCusip(cusip);
  // A CUSIP is the national number inside an ISIN of the United States, Canada and others.
  if (isin !== '' && cusip !== '' && isin.slice(2, 11) !== cusip) {
    return { isin: null, invalid: [{ key: `isin:${isin}`, kind: 'ISIN', text: isin, problem: 'contradiction' }] };
  }
  return { isin: isin === '' ? fromCusip : isin, invalid: [] };
}

function memberOf(key: string, isin: string, { maturity, share, class: code, issuer }: Item): Member {
  const isNamed = issuer !== undefined && (issuer.lei !== null || issuer.name !== null);
  return { key, isin, maturity, share, class: code, issuer: isNamed ? issuer : null };
}

const joined = (one: Member, other: Member): Member => ({
  ...one,
  maturity: later(one.maturity, other.maturity),
  share: one.share === null || other.share === null ? null : one.share + other.share,
  class: one.class === other.class ? one.class : null,
  issuer: one.issuer ?? other.issuer,
});

const later = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;
