/** The best pair of similar names of an entry and a party, and all pairs that are similar. */
import type { Term } from '../../../schemas/vocabulary.ts';
import { type Agreement, agreementOf } from './pairing/agreement.ts';
import { compareSimilar, rules } from './similar.ts';
import type { ReadName } from './reading/word.ts';
import { compareTexts } from '../../../schemas/values/compare-texts.ts';

/** What is reported of names that are similar by a published set of rules. */
export interface SimilarNames extends Agreement {
  readonly rules: string;
  /** Every pair of names that is similar, as written: ours, then the list's. */
  readonly pairs: readonly (readonly [ours: string, listed: string])[];
}

interface ComparedName {
  readonly name: string;
  readonly read: () => ReadName;
}

interface ListedNamed extends ComparedName {
  readonly kind: Term<'listedNameKind'>;
}

interface Best<L, O> {
  readonly listed: L;
  readonly ours: O;
  readonly similar: SimilarNames;
}

/** Entries with hundreds of aliases exist; further pairs of one match are not stated. */
const mostPairs = 50;
const order: readonly string[] = ['primary', 'alias', 'previous'];

/** The pair that keeps most, then the surest kind of listed name, then the first by text; null when none is similar. */
export function bestSimilar<L extends ListedNamed, O extends ComparedName>(
  listed: readonly L[],
  own: readonly O[],
): Best<L, O> | null {
  const found = own.flatMap((ours) =>
    listed.flatMap((name) => {
      const compared = compareSimilar(ours.read(), name.read());
      return compared === null ? [] : [{ ours, listed: name, ...compared }];
    }),
  );
  const [best] = found.sort(
    (a, b) =>
      b.kept - a.kept ||
      order.indexOf(a.listed.kind) - order.indexOf(b.listed.kind) ||
      compareTexts(a.listed.name, b.listed.name) ||
      compareTexts(a.ours.name, b.ours.name),
  );
  if (best === undefined) return null;
  const pairsByText = new Map(
    found.map(({ ours, listed: other }) => [
      JSON.stringify([ours.name, other.name]),
      [ours.name, other.name] as [string, string],
    ]),
  );
  const pairs = [...pairsByText]
    .sort(([a], [b]) => compareTexts(a, b))
    .slice(0, mostPairs)
    .map(([, pair]) => pair);
  return { listed: best.listed, ours: best.ours, similar: { rules, ...agreementOf(best.paired), pairs } };
}
