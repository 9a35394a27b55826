/** Names of real lists, and as many names of parties as a bench needs. */
import { feed as ofacConsolidated } from '../../../pipeline/publishers/sanctions/ofac-consolidated/feed.ts';
import { feed as ofacSdn } from '../../../pipeline/publishers/sanctions/ofac-sdn/feed.ts';
import { feed as unSc } from '../../../pipeline/publishers/sanctions/un-sc/feed.ts';
import { readName } from '../../../pipeline/screening/names/similar.ts';
import type { NameMode, ReadName } from '../../../pipeline/screening/names/reading/word.ts';
import { fixture } from '../../../tests/pipeline/ingest/harness.ts';
import { hasSharedData, sharedText } from '../../../tests/support/shared-data.ts';
import { fixtureFile } from '../../../tests/support/xml-lists.ts';

export interface NamesOfBench {
  readonly listed: readonly ReadName[];
  readonly ours: readonly ReadName[];
}

/**
 * Listed names are those of three real lists, and further ones put together from their words. Names of parties are those
 * of real organisations where their file is beside the repository; the others, and those of persons, are put together
 * from words of listed names: of the first word of one, and of the last word of another.
 */
export function namesOf(mode: NameMode, listed: number, ours: number): NamesOfBench {
  const real = [...new Set(realNames(mode))];
  const ordinary = mode === 'organisation' && hasSharedData('names') ? ordinaryNames() : [];
  const read = (names: readonly string[]): readonly ReadName[] => names.map((name) => readName(name, mode));
  return {
    listed: read([...real, ...madeOf(real, 1, listed - real.length)].slice(0, listed)),
    ours: read([...ordinary, ...madeOf(real, 1_009, ours - ordinary.length)].slice(0, ours)),
  };
}

function realNames(mode: NameMode): readonly string[] {
  const parsed = [
    ofacSdn.parse([fixture('ofac-sdn', 'sdn-2023-11.resaved.csv')]),
    ofacSdn.parse([fixture('ofac-sdn', 'sdn-2021-07.csv'), fixture('ofac-sdn', 'alt-2021-07.csv')]),
    ofacConsolidated.parse([fixtureFile('ofac-consolidated', 'consolidated_nonsdn-2025-03-28.xml.gz')]),
    unSc.parse([fixtureFile('un-sc', 'consolidated-2026-02-27.xml.gz')]),
  ];
  return parsed.flatMap((list) => {
    if (!list.ok) throw new Error(list.reason);
    return list.rows
      .filter(({ entityType }) => (entityType === 'person') === (mode === 'person'))
      .filter(({ entityType }) => entityType !== 'vessel' && entityType !== 'aircraft')
      .flatMap(({ names }) => names.filter(({ weak }) => !weak).map(({ name }) => name));
  });
}

const ordinaryNames = (): readonly string[] =>
  sharedText('names/ordinary-organisations.tsv')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[1] ?? '');

/** The first words of a name and the last word of another one: words stay as frequent as they are on lists. */
function madeOf(names: readonly string[], step: number, count: number): readonly string[] {
  const words = names.map((name) => name.split(/[\s,]+/));
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
    const first = words[(at * 7 + step) % words.length] ?? [];
    const last = words[(at * 31 + step * 3 + 1) % words.length] ?? [];
    return [...first.slice(0, Math.max(1, first.length - 1)), last.at(-1) ?? ''].join(' ');
  });
}
