// Registers and sanctions lists are published as files that are replaced from time to time. A fetcher only stores the bytes
// and appends a capture: "this feed had this content at that time". The fold `ingest` turns captures into rows. The files
// below are ESMA's register of e-money token white papers on several dates of 2026, as published.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diffSnapshots } from '../../pipeline/ingest/diff-snapshots.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import type { FeedRun } from '../../schemas/generated/records.ts';
import { fixturePath } from '../support/fixture-path.ts';
import { circle, createMiniature } from './miniature.ts';

const register = 'esma-emtwp';
const lastOf = <T>(values: readonly T[]): T => {
  const last = values.at(-1);
  if (last === undefined) throw new Error('no record was written');
  return last;
};
const counts = ({ status, rows, added, changed, removed }: FeedRun): readonly unknown[] => [
  status,
  rows,
  added,
  changed,
  removed,
];

const world = createMiniature();

test('the first file is the baseline: it has all rows, and none of them counts as a change', () => {
  world.capture(register, 'EMTWP-20260129.csv', '2026-01-29');
  assert.equal(counts(lastOf(world.values('feed.runs'))), ['accepted', 31, 31, 0, 0]);
  const rows = world.values('register.rows');
  assert.is(rows.length, 31);
  assert.ok(rows.every((row) => row.inFirstSnapshot && row.status === 'listed'));
  // Each row names the bytes it was read from: the artifact store has the file under this hash.
  assert.equal(new Set(rows.map(({ artifactId }) => artifactId)).size, 1);
});

test('rows have no id in the file, so they are matched by their content; a changed row keeps its id', () => {
  const before = new Map(world.values('register.rows').map((row) => [row.rowId, row]));
  world.capture(register, 'EMTWP-20260209.csv', '2026-02-09');
  const run = lastOf(world.values('feed.runs'));
  assert.is(run.status, 'accepted');
  const written = world.values('register.rows').slice(31);
  const changed = written.filter(({ event }) => event === 'changed');
  assert.is(changed.length, run.changed);
  for (const row of changed) assert.ok(before.has(row.rowId), 'the id stays when the cells change');
  // Only changed rows are written.
  assert.ok(written.length < 31);
});

test('Circle’s rows: two white papers of one issuer, distinguished by their content', () => {
  const newest = new Map(world.values('register.rows').map((row) => [row.rowId, row]));
  const ofCircle = [...newest.values()].filter(({ lei }) => lei === circle.lei);
  assert.equal(ofCircle.map(({ columns }) => columns['wp_url']).sort(), [
    'https://www.circle.com/fr/legal/mica-eurc-whitepaper',
    'https://www.circle.com/fr/legal/mica-usdc-whitepaper',
  ]);
  const usd = ofCircle.find(({ ffgs }) => ffgs.includes('TJWK5QTRK'));
  assert.is(usd?.dtis.length, 31, 'the cell with the token identifiers is read as a set');
});

test('a repeated file is unchanged, and a broken file adds only a rejected run', () => {
  const rows = world.values('register.rows').length;
  world.capture(register, 'EMTWP-20260209.csv', '2026-02-10');
  assert.is(lastOf(world.values('feed.runs')).status, 'unchanged');
  // Any other file serves as a broken one.
  world.capture(register, 'README.md', '2026-02-11');
  const refused = lastOf(world.values('feed.runs'));
  assert.is(refused.status, 'rejected');
  assert.match(refused.reason ?? '', /does not start with the register's header line/);
  assert.is(world.values('register.rows').length, rows);
});

test('attestry feeds diff compares two files without a service', () => {
  const feed = feeds.get(register);
  if (feed === undefined) throw new Error('no such feed');
  const read = (name: string) => [{ name, bytes: readFileSync(fixturePath(register, name)) }];
  const diff = diffSnapshots(feed, read('EMTWP-20260209.csv'), read('EMTWP-20260821.csv'));
  assert.is(diff.ok, true);
  const usd = diff.ok ? diff.events.find(({ fields }) => fields['ae_DTI']?.after?.includes('T9F5C3ZCC')) : undefined;
  assert.is(usd?.kind, 'changed');
  assert.equal(Object.keys(usd?.fields ?? {}).includes('ae_DTI'), true);
});

test('a sanctions list is a feed too: one entry per address, and a final record when an address is removed', () => {
  world.capture('ofac-addresses', 'ETH-2022-09-03.json', '2022-09-03');
  world.capture('ofac-addresses', 'ETH-2022-11-09.json', '2022-11-09');
  const [first, second] = world.values('feed.runs').slice(-2);
  assert.equal([first?.rows, second?.rows], [68, 122]);
  const entries = world.values('sanctions.entries');
  const removed = entries.filter(({ status }) => status === 'removed');
  assert.is(removed.length, second?.removed);
  // No record is deleted: the one with status "removed" follows the one with status "listed".
  const [gone] = removed;
  const history = entries.filter(({ entryId }) => entryId === gone?.entryId).map(({ status }) => status);
  assert.equal(history, ['listed', 'removed']);
});

test.run();
