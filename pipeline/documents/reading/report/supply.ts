/** Total supply and its deductions, where a report prints them in a sentence: `(1,000 and 1,200, respectively) less …`. */
import { amountOf } from './amounts.ts';

export interface Supply {
  /** Millionths. */
  readonly total: bigint;
  /** Without what the report deducts. */
  readonly tokens: bigint;
}

const pair = /\(([\d,.]*\d) and ([\d,.]*\d),? respectively\b/g;

/** Characters within which the sentence ends. */
const longest = 600;

/**
 * The supply of the first or the second of two dates; null where no sentence states it, or two do. The figures stand in the
 * order in which the report names its dates.
 */
export function supplyAt(texts: readonly string[], index: number): Supply | null {
  const stated = texts.flatMap((text): readonly Supply[] => {
    const start = text.search(/\btotal (?:\S+ )?supply\b/i);
    const sentence = start === -1 ? '' : text.slice(start, start + longest);
    if (!/\bless\b/.test(sentence)) return [];
    const amounts = [...sentence.matchAll(pair)].map((match) => amountOf(match[index + 1] ?? '')?.millionths);
    const [total, ...deducted] = amounts.flatMap((one) => one ?? []);
    if (total === undefined || deducted.length === 0 || amounts.includes(undefined)) return [];
    return [{ total, tokens: deducted.reduce((rest, one) => rest - one, total) }];
  });
  const [only] = stated;
  return only === undefined || stated.length > 1 ? null : only;
}

const counted =
  /\b(?:supply|tokens|circulation)\b[^.;]{0,200}? (?:is|are|was|were|of) ([\d,.]*\d) and ([\d,.]*\d),? respectively\b/gi;

/** Tokens of the first or the second of two dates that sentences state, in millionths. */
export const countsAt = (texts: readonly string[], index: number): ReadonlySet<bigint> =>
  new Set(
    texts.flatMap((text) =>
      [...text.matchAll(counted)].flatMap((match) => amountOf(match[index + 1] ?? '')?.millionths ?? []),
    ),
  );
