import { parse as parseCsv } from 'csv-parse/sync';
import type { SnapshotFile } from '../../pipeline/ingest/feed.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { atLeast, type Measurement, median, type Target } from '../measurement.ts';
import { profiled } from '../support/probes/profile.ts';
import { registerCsv, registerFeed } from '../support/samples/register-rows.ts';
import { makeWorld } from '../support/samples/world.ts';

const repeats = 5;
const registerRows = 50_000;

/** Parsers on made-up files of the size of large sources. One case per format. */
export const parseBench: Bench = {
  name: 'parse',
  measures: "bytes of a file to a feed's rows or entries, every cell checked",
  cases: { 'register as CSV': (options) => measure(registerAsCsv(options), options) },
};

interface ParserCase {
  readonly name: string;
  readonly unit: 'rows/s' | 'entries/s';
  readonly file: SnapshotFile;
  /** Reads the file and returns its number of rows or entries. */
  readonly parse: (file: SnapshotFile) => number;
  /** The same bytes read by only the library for the format. */
  readonly floor: { readonly name: string; readonly read: (bytes: Buffer) => unknown };
  readonly target: Target | null;
}

function registerAsCsv({ scale }: BenchOptions): ParserCase {
  const feed = registerFeed();
  const rows = Math.round(registerRows * scale);
  const bytes = Buffer.from(registerCsv(makeWorld(rows), 0, 0));
  return {
    name: `register as CSV, ${Math.round(bytes.length / rows)} bytes a row`,
    unit: 'rows/s',
    file: { name: 'EMTWP.csv', bytes },
    parse: (file) => {
      const parsed = feed.parse([file]);
      if (!parsed.ok) throw new Error(parsed.reason);
      if (parsed.rows.length !== rows || parsed.alarms.length > 0) throw new Error(parsed.alarms.join('\n'));
      return parsed.rows.length;
    },
    floor: { name: 'csv-parse alone', read: (content) => parseCsv(content) },
    target: atLeast(80_000),
  };
}

/** Our parser and the floor alternate, so that a slow moment of the machine affects both; the first turn warms up. */
async function measure(parsing: ParserCase, { profile }: BenchOptions): Promise<readonly Measurement[]> {
  const { name, unit, file, parse, floor, target } = parsing;
  if (profile) await profiled(name, async () => parse(file));
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let turn = 0; turn <= repeats; turn++) {
    const count = parse(file);
    const seconds = timed(() => parse(file));
    const bare = timed(() => floor.read(file.bytes));
    if (turn === 0) continue;
    ours.push(count / seconds);
    theirs.push(count / bare);
  }
  return [{ name, unit, value: median(ours), floor: { name: floor.name, value: median(theirs) }, target }];
}

function timed(work: () => unknown): number {
  globalThis.gc?.();
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}
