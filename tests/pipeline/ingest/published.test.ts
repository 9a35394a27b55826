import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SnapshotFile } from '../../../pipeline/ingest/feed.ts';
import { startIngest } from './harness.ts';

const fixture = (path: string): Buffer => readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));

const un = (date: string): SnapshotFile => ({
  name: 'consolidated.xml',
  bytes: gunzipSync(fixture(`un-sc/consolidated-${date}.xml.gz`)),
});

test('a list older than the last accepted one is refused, whatever its as-of; --force accepts it', () => {
  const ingest = startIngest('un-sc');
  assert.is(ingest.run([un('2026-02-27')], { asOf: '2026-02-27' }).run.status, 'accepted');
  const { run, entries } = ingest.run([un('2025-04-19')], { asOf: '2026-03-01' });
  assert.is(run.status, 'rejected');
  assert.match(
    run.reason ?? '',
    /Its content is of 2025-04-19T\S+, older than that of the last accepted file, 2026-02-/,
  );
  assert.equal(entries, []);
  const forced = ingest.run([un('2025-04-19')], { asOf: '2026-03-02', force: true }).run;
  assert.equal([forced.status, forced.forced, forced.added, forced.removed], ['accepted', true, 4, 130]);
});

test('the date survives a run without changes', () => {
  const ingest = startIngest('un-sc');
  ingest.run([un('2026-02-27')], { asOf: '2026-02-27' });
  assert.is(ingest.run([un('2026-02-27')], { asOf: '2026-02-28' }).run.status, 'unchanged');
  assert.is(ingest.run([un('2025-04-19')], { asOf: '2026-03-01' }).run.status, 'rejected');
});

test.run();
