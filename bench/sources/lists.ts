import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { diffSnapshots } from '../../pipeline/ingest/diff-snapshots.ts';
import type { SnapshotFile } from '../../pipeline/ingest/feed.ts';
import { feed } from '../../pipeline/publishers/sanctions/ofac-sdn/feed.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement, median } from '../measurement.ts';

const turns = 11;

/** Two snapshots of OFAC's SDN list parsed, paired and compared; the floor splits the same bytes into cells. */
export const listsBench: Bench = {
  name: 'lists',
  measures: 'the SDN list of July 2021 (8,976 entries) and of November 2023 (11,443) parsed and paired',
  cases: { 'sdn 2021 to 2023': benchLists },
};

async function benchLists({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const before = fixture('sdn-2021-07.csv');
  const after = fixture('sdn-2023-11.resaved.csv');
  const first = timed(() => compare(before, after));
  const ours: number[] = [];
  const bare: number[] = [];
  for (let turn = 0; turn < Math.max(3, Math.round(turns * scale)); turn++) {
    ours.push(timed(() => compare(before, after)));
    bare.push(timed(() => [before, after].forEach(splitIntoCells)));
  }
  const floor = { name: 'csv-parse alone on the same bytes', value: median(bare) };
  const name = 'sdn 2021 to 2023, parsed and paired';
  return [
    { name: `${name}, first time in the process`, unit: 'ms', value: first, floor, target: atMost(400) },
    { name: `${name}, again`, unit: 'ms', value: median(ours), floor, target: atMost(400) },
  ];
}

function compare(before: SnapshotFile, after: SnapshotFile): void {
  const diff = diffSnapshots(feed, [before], [after]);
  if (!diff.ok) throw new Error(diff.reason);
  if (diff.counts.added !== 2_982 || diff.counts.removed !== 515) throw new Error(JSON.stringify(diff.counts));
}

const splitIntoCells = ({ bytes }: SnapshotFile): readonly string[][] => parse(bytes, { relax_column_count: true });

const fixture = (name: string): SnapshotFile => ({
  name,
  bytes: readFileSync(fileURLToPath(new URL(`../../tests/fixtures/ofac-sdn/${name}`, import.meta.url))),
});

/** Milliseconds. */
function timed(work: () => unknown): number {
  globalThis.gc?.();
  const start = performance.now();
  work();
  return performance.now() - start;
}
