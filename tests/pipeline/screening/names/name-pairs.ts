/** Labelled pairs of names, and how an answer compares with the labels. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { compareNames } from '../../../../pipeline/screening/names/compare-names.ts';
import type { NameMode } from '../../../../pipeline/screening/names/reading/word.ts';
import { fixturePath } from '../../../support/fixture-path.ts';

export interface LabelledPair {
  readonly name1: string;
  readonly name2: string;
  readonly schema: string;
  readonly mode: NameMode;
  readonly isMatch: boolean;
  readonly quality: string;
  /** The answer of the matcher that the file was published with. */
  readonly incumbent: boolean;
}

export const developmentPairs: readonly LabelledPair[] = parse<Record<string, string>>(
  readFileSync(fixturePath('name-pairs', 'development-pairs.csv')),
  { columns: true },
).map((row) => ({
  name1: row['name1'] ?? '',
  name2: row['name2'] ?? '',
  schema: row['schema'] ?? '',
  mode: row['schema'] === 'Person' ? 'person' : 'organisation',
  isMatch: row['is_match'] === 'true',
  quality: row['quality'] ?? '',
  incumbent: row['predicted_match'] === 'true',
}));

const organisations = ['Company', 'Organization', 'LegalEntity'];

/** Halves of the pairs by a hash of the names, so that neither was chosen. */
const halfOf = ({ name1, name2 }: LabelledPair): number =>
  (createHash('sha256').update([name1, name2].sort().join('|')).digest()[0] ?? 0) % 2;

export const selections: Readonly<Record<string, (pair: LabelledPair) => boolean>> = {
  'all pairs': () => true,
  organisations: ({ schema }) => organisations.includes(schema),
  persons: ({ schema }) => schema === 'Person',
  'first half': (pair) => halfOf(pair) === 0,
  'second half': (pair) => halfOf(pair) === 1,
};

export const isFound = ({ name1, name2, mode }: LabelledPair): boolean => compareNames(name1, name2, mode) !== null;

export interface Confusion {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
  readonly f1: number;
}

export function confusionOf(
  pairs: readonly LabelledPair[],
  answer: (pair: LabelledPair) => boolean = isFound,
): Confusion {
  const count = (isMatch: boolean, found: boolean): number =>
    pairs.filter((pair) => pair.isMatch === isMatch && answer(pair) === found).length;
  const [truePositives, falsePositives] = [count(true, true), count(false, true)];
  const [falseNegatives, trueNegatives] = [count(true, false), count(false, false)];
  const f1 = (2 * truePositives) / (2 * truePositives + falsePositives + falseNegatives);
  return { truePositives, falsePositives, falseNegatives, trueNegatives, f1 };
}
