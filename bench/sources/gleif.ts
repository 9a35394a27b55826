import { join } from 'node:path';
import { openArtifactStore } from '../../infra/artifacts/store.ts';
import { leiRecords } from '../../pipeline/publishers/gleif/lei-records.ts';
import { parseReduction } from '../../pipeline/publishers/gleif/parse-reduction.ts';
import { reduceFile } from '../../pipeline/publishers/large-files/reduce-file.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement } from '../measurement.ts';
import { inFolder } from '../support/engines/folder.ts';
import { leiFile, leiOf } from '../support/samples/lei-file.ts';
import { profiled } from '../support/probes/profile.ts';

const fullRecords = 1_000_000;
const wantedLeis = 1_000;
const mebibyte = 1024 * 1024;

/** A level 1 file of GLEIF read from the artifact store and reduced to the wanted LEIs, as for ingest. */
export const gleifBench: Bench = {
  name: 'gleif',
  measures: `level 1 records of GLEIF as XML, of which ${wantedLeis} are wanted`,
  cases: { 'one million records': benchReduce },
};

async function benchReduce({ scale, profile }: BenchOptions): Promise<readonly Measurement[]> {
  const records = Math.round(fullRecords * scale);
  return inFolder(async (folder) => {
    const store = await openArtifactStore(join(folder, 'artifacts'));
    const rss = watchRss();
    const putStart = performance.now();
    const { sha256, bytes } = await store.putPieces(leiFile(records));
    const putSeconds = (performance.now() - putStart) / 1_000;
    const leis = Array.from({ length: wantedLeis }, (_, at) => leiOf(Math.floor((at * records) / wantedLeis))).sort();
    const drainStart = performance.now();
    await store.read(sha256, async () => undefined);
    const drainSeconds = (performance.now() - drainStart) / 1_000;
    const start = performance.now();
    const reduce = (): Promise<Buffer> =>
      store.read(sha256, (open) => reduceFile(leiRecords, open, { kind: 'followed', ids: leis }));
    const reduced = profile ? await profiled('reduce', reduce) : await reduce();
    const seconds = (performance.now() - start) / 1_000;
    const grown = rss.stop();
    const parsed = parseReduction([{ name: 'lei.xml', bytes: reduced }]);
    if (!parsed.ok || parsed.rows.length !== wantedLeis || parsed.extent?.records !== records) {
      throw new Error(parsed.ok ? `${parsed.rows.length} rows of ${parsed.extent?.records ?? 0}` : parsed.reason);
    }
    const size = `${Math.round(bytes / mebibyte)} MiB`;
    return [
      {
        name: `reduce ${records} records, ${size}`,
        unit: 's',
        value: seconds,
        floor: { name: 'the artifact inflated and hashed', value: drainSeconds },
        target: atMost(60 * scale),
      },
      { name: 'memory it grows by', unit: 'MiB', value: grown / mebibyte, floor: null, target: atMost(100) },
      { name: `the file made and kept, ${size}`, unit: 's', value: putSeconds, floor: null, target: null },
    ];
  });
}

/** Largest growth of the resident size since the start. */
function watchRss(): { readonly stop: () => number } {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.max(peak, process.memoryUsage.rss()) - before;
    },
  };
}
