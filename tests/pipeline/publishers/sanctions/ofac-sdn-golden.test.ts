/** Real changes of the SDN list between July 2021 and November 2023, and the content of its files. */
import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diffSnapshots } from '../../../../pipeline/ingest/diff-snapshots.ts';
import type { ParsedEntry, SnapshotFile } from '../../../../pipeline/ingest/feed.ts';
import { type EntryChange, planSanctionsRun } from '../../../../pipeline/ingest/rows/sanctions-run.ts';
import { feed } from '../../../../pipeline/publishers/sanctions/ofac-sdn/feed.ts';
import { type ParsedList, parsedOnce } from '../../../support/parsed-once.ts';
import { runsOf } from '../../../support/runs.ts';
import { fileOf, fixture, startIngest, textOf } from '../../ingest/harness.ts';

const file = (name: string): SnapshotFile => fixture('ofac-sdn', name);
const july = file('sdn-2021-07.csv');
const november = file('sdn-2023-11.resaved.csv');
const aliases = file('alt-2021-07.csv');
const comments = file('sdn_comments-2021-07.csv');
const laterComments = file('sdn_comments-2025-02.csv');

const readAll = (...files: readonly SnapshotFile[]): ParsedList => parsedOnce(feed, files);
const julyRows = readAll(july).rows;
const novemberRows = readAll(november).rows;
const entryOf = (rows: readonly ParsedEntry[], id: string): ParsedEntry => {
  const found = rows.find(({ entryId }) => entryId === id);
  if (found === undefined) throw new Error(`no entry ${id}`);
  return found;
};
const changesOf = (before: readonly ParsedEntry[], after: readonly ParsedEntry[]): readonly EntryChange[] => {
  const snapshot = { asOf: 0, first: true, partOf: () => '' };
  const stored = planSanctionsRun([], before, snapshot).changes.map(({ entryId, entry }) => ({
    id: entryId,
    state: entry,
  }));
  return planSanctionsRun(stored, after, snapshot).changes;
};

/** Rows of sdn.csv, read independently of the parser. */
const rowsOf = (source: SnapshotFile): readonly (readonly string[])[] =>
  parseCsv(textOf(source), { relax_column_count: true }).filter(({ length }) => length === 12);
const julyCells = rowsOf(july);

/** Cells by entry. */
const cellsOf = (rows: readonly (readonly string[])[]): ReadonlyMap<string, readonly string[]> =>
  new Map(rows.map((cells) => [cells[0] ?? '', cells.map((cell) => cell.trim())]));

test('July 2021 → November 2023: 2,982 added, 515 removed, 152 changed', () => {
  const diff = diffSnapshots(feed, [july], [november]);
  assert.ok(diff.ok);
  const { added, removed, changed, rows } = diff.counts;
  assert.equal(
    { added, removed, changed, rows },
    { added: 2_982, removed: 515, changed: 152, rows: { old: 8_976, new: 11_443 } },
  );
});

test('of the 659 entries whose text differs, the 152 changed ones are those with other facts', () => {
  const before = cellsOf(julyCells);
  const after = cellsOf(rowsOf(november));
  const differing = [...before].flatMap(([id, cells]) => {
    const now = after.get(id);
    return now === undefined || cells.join() === now.join() ? [] : [id];
  });
  assert.is(differing.length, 659);
  const changed = changesOf(julyRows, novemberRows).filter(({ kind }) => kind === 'changed');
  const fields = ['names', 'programs', 'countries', 'dates', 'identifiers', 'relations', 'wallets'] as const;
  const counts = Object.fromEntries(fields.map((name) => [name, 0]));
  for (const { entryId, entry, before: earlier } of changed) {
    assert.ok(differing.includes(entryId), `${entryId} is the same text in both files`);
    for (const name of fields) {
      if (JSON.stringify(earlier?.[name]) !== JSON.stringify(entry[name])) counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  assert.equal(counts, {
    names: 63,
    programs: 113,
    countries: 62,
    dates: 30,
    identifiers: 17,
    relations: 8,
    wallets: 3,
  });
});

test('the same list saved again by a spreadsheet, with a header line and without quotes, is no change', () => {
  const bare = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const header = 'ID,Name,Type,Country,Title,Col_F,Col_G,Col_H,Col_I,Col_J,Col_K,Details';
  for (const [end, lineBreak, count] of [
    ['\n', '\n', julyCells.length],
    ['\r\n\u001a,,,,,,,,,,,', '\r\n', 1_000],
  ] as const) {
    const cells = julyCells.slice(0, count);
    const lines = [header, ...cells.map((row) => row.map(bare).join())];
    const resaved = fileOf('sdn-resaved.csv', lines.join(lineBreak) + end);
    const ids = new Set(cells.map(([id]) => id));
    const earlier = julyRows.filter(({ entryId }) => ids.has(entryId));
    assert.is(earlier.length, cells.length);
    assert.equal(changesOf(earlier, readAll(resaved).rows), []);
  }
});

test('the same files twice, and the rows of the other parts in another order, are no change', () => {
  const { rows } = readAll(july, aliases, comments);
  assert.equal(changesOf(rows, rows), []);
  const lines = textOf(aliases).split('\r\n').slice(0, -1);
  const turned = fileOf('alt.csv', `${lines.toReversed().join('\r\n')}\r\n\u001a`);
  assert.equal(changesOf(rows, readAll(turned, comments, july).rows), []);
});

test('every row of the alias and comment files of July 2021 belongs to an entry', () => {
  const { alarms, rows } = readAll(july, aliases, comments);
  assert.not.ok(alarms.some((alarm) => /which the list lacks|cut off/.test(alarm)));
  const strong = rows.flatMap(({ names }) => names).filter(({ kind, weak }) => kind !== 'primary' && !weak);
  assert.ok(strong.length > 11_500, `${strong.length} strong aliases`);
});

test('an address of July 2021 across the cut is read whole', () => {
  const wallets = entryOf(readAll(july, comments).rows, '30518').wallets.map(({ address }) => address);
  assert.ok(wallets.includes('1GqChmWqGtsaLrGbHfgdrV5Nkvahtjjuxr'));
  assert.is(wallets.length, 19);
  const alone = entryOf(julyRows, '30518').wallets;
  assert.not.ok(alone.some(({ address }) => address === '1Gq'));
  assert.ok(alone.every(({ payload }) => payload !== null));
});

test('TORNADO CASH: 12 addresses in sdn.csv, all 90 with its comments, each of them on the list of ETH addresses', () => {
  assert.is(entryOf(novemberRows, '39796').wallets.length, 12);
  const { wallets, identifiers } = entryOf(readAll(november, laterComments).rows, '39796');
  assert.is(wallets.length, 90);
  assert.equal(identifiers, [{ kind: 'website', value: 'tornado.cash', country: null }]);
  const published = JSON.parse(textOf(fixture('ofac-addresses', 'ETH-2023-10-04.json'))) as readonly string[];
  const listed = new Set(published.map((address) => `evm:${address.slice(2).toLowerCase()}`));
  assert.equal(
    wallets.filter(({ payload }) => !listed.has(payload ?? '')),
    [],
  );
});

test('the comments of February 2025 hold 341 addresses; those of entries the list has are read, each of them valid', () => {
  const text = textOf(laterComments);
  assert.is(text.split('Digital Currency Address - ').length - 1, 341);
  const { rows, alarms } = readAll(november, laterComments);
  const known = new Set(rows.map(({ entryId }) => entryId));
  const lines = text.split('\r\n').filter((line) => known.has(line.split(',')[0] ?? ''));
  const stated = lines.flatMap((line) =>
    [...line.matchAll(/Digital Currency Address - (\S+) ([^;."\s]+)/g)].map(([, ticker = '', address = '']) => [
      ticker,
      address,
    ]),
  );
  const read = new Set(rows.flatMap(({ wallets }) => wallets).map(({ ticker, address }) => `${ticker} ${address}`));
  assert.equal(
    stated.filter(([ticker, address]) => !read.has(`${ticker ?? ''} ${address ?? ''}`)),
    [],
  );
  assert.ok(stated.length > 250, `${stated.length} of them`);
  assert.is(alarms.filter((alarm) => /has comments of entry \d+, which the list lacks/.test(alarm)).length, 6);
  assert.ok(alarms.includes('Entry 34682 has comments that do not continue its remarks.'));
});

test('ingest: a part of the last snapshot must not be missing; aliases that arrive later amend entries', () => {
  const ingest = startIngest('ofac-sdn');
  const first = ingest.run([july], { asOf: '2021-07-01' });
  assert.equal([first.run.status, first.run.added], ['accepted', 8_976]);
  const more = ingest.run([july, aliases, comments], { asOf: '2021-07-02' });
  assert.equal([more.run.status, more.run.added, more.run.removed], ['accepted', 0, 0]);
  assert.ok(more.run.changed > 4_000, `${more.run.changed} amended`);
  const lacking = ingest.run([november], { asOf: '2023-11-01' });
  assert.is(lacking.run.status, 'rejected');
  assert.match(lacking.run.reason ?? '', /lacks alt, sdn_comments, which the last accepted snapshot had/);
  const evidence = new Set(more.entries.map(({ artifactId }) => artifactId));
  assert.equal([...evidence], [first.entries[0]?.artifactId]);
});

test('differences compose: from A to C is from A to B and from B to C', () => {
  const pool = novemberRows.slice(2_000, 2_060);
  const version = fc.array(fc.tuple(fc.nat(pool.length - 1), fc.boolean()), { maxLength: 40 }).map((picks) => {
    const picked = new Map(picks);
    return pool.flatMap((entry, index): readonly ParsedEntry[] => {
      const amended = picked.get(index);
      return amended === undefined ? [] : [amended ? { ...entry, programs: ['AMENDED'] } : entry];
    });
  });
  const apply = (before: readonly ParsedEntry[], after: readonly ParsedEntry[], held: Map<string, string>): void => {
    for (const { entryId, kind, entry } of changesOf(before, after)) {
      if (kind === 'removed') held.delete(entryId);
      else held.set(entryId, entry.programs.join());
    }
  };
  const sorted = (held: ReadonlyMap<string, string>) => [...held].toSorted(([a], [b]) => (a < b ? -1 : 1));
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      const direct = new Map(a.map(({ entryId, programs }) => [entryId, programs.join()]));
      const inSteps = new Map(direct);
      apply(a, c, direct);
      apply(a, b, inSteps);
      apply(b, c, inSteps);
      assert.equal(sorted(direct), sorted(inSteps));
      assert.equal(sorted(direct), sorted(new Map(c.map(({ entryId, programs }) => [entryId, programs.join()]))));
    }),
    { numRuns: runsOf(100) },
  );
});

test.run();
