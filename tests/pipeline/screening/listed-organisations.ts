/** Names of organisations on real lists, and those that are equal or similar to a name. */
import type { ParsedEntry } from '../../../pipeline/ingest/feed.ts';
import { feed as ofacConsolidated } from '../../../pipeline/publishers/sanctions/ofac-consolidated/feed.ts';
import { feed as ofacSdn } from '../../../pipeline/publishers/sanctions/ofac-sdn/feed.ts';
import { feed as unSc } from '../../../pipeline/publishers/sanctions/un-sc/feed.ts';
import { compareNames } from '../../../pipeline/screening/names/compare-names.ts';
import { createNameIndex } from '../../../pipeline/screening/names/finding/name-index.ts';
import { readName } from '../../../pipeline/screening/names/similar.ts';
import { sharedText } from '../../support/shared-data.ts';
import { parsedOnce } from '../../support/parsed-once.ts';
import { fixtureFile } from '../../support/xml-lists.ts';
import { fixture } from '../ingest/harness.ts';

const entries: readonly ParsedEntry[] = [
  ...parsedOnce(ofacSdn, [fixture('ofac-sdn', 'sdn-2023-11.resaved.csv')]).rows,
  ...parsedOnce(ofacSdn, [fixture('ofac-sdn', 'sdn-2021-07.csv'), fixture('ofac-sdn', 'alt-2021-07.csv')]).rows,
  ...parsedOnce(ofacConsolidated, [fixtureFile('ofac-consolidated', 'consolidated_nonsdn-2025-03-28.xml.gz')]).rows,
  ...parsedOnce(unSc, [fixtureFile('un-sc', 'consolidated-2026-02-27.xml.gz')]).rows,
];

export const index = createNameIndex('organisation');
export const strongNames = entries
  .filter(({ entityType }) => entityType === 'organisation' || entityType === 'unknown')
  .flatMap(({ names }) => names.filter(({ weak }) => !weak).map(({ name }) => name));
for (const name of new Set(strongNames)) index.put(name, [readName(name, 'organisation')]);

/** The listed names that are equal or similar to a name. */
export const candidatesOf = (name: string): readonly string[] =>
  index
    .near(readName(name, 'organisation'))
    .map(({ owner }) => owner)
    .filter((listed) => compareNames(name, listed, 'organisation') !== null);

/** Names of ordinary organisations of one of the sets. */
export function ordinaryNames(wanted: 'ordinary' | 'load'): readonly string[] {
  const [, ...rows] = sharedText('names/ordinary-organisations.tsv').trimEnd().split('\n');
  return rows.map((row) => row.split('\t')).flatMap(([set, name = '']) => (set === wanted ? [name] : []));
}
