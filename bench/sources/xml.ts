import { SaxesParser } from 'saxes';
import type { SanctionsFeed, SnapshotFile } from '../../pipeline/ingest/feed.ts';
import { feed as eu } from '../../pipeline/publishers/sanctions/eu-fsf/feed.ts';
import { feed as ofac } from '../../pipeline/publishers/sanctions/ofac-consolidated/feed.ts';
import { readXml } from '../../pipeline/publishers/xml/read-xml.ts';
import type { XmlLayout } from '../../pipeline/publishers/xml/record-builder.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { atLeast, type Measurement, median } from '../measurement.ts';
import { profiled } from '../support/probes/profile.ts';
import { euLike, ofacLike } from '../support/samples/xml-files.ts';

const repeats = 5;
/** About 25 MB of either list, the size of the European Union's. */
const entries = { eu: 10_500, ofac: 14_500 };

/** XML documents to records, and further to the entries of a list, compared with the bare parser. */
export const xmlBench: Bench = {
  name: 'xml',
  measures: 'bytes of an XML document to records, one at a time, and to the entries of a list',
  cases: {
    'EU-like, attributes': (options) => {
      const count = Math.round(entries.eu * options.scale);
      const layout = { root: 'export', records: ['sanctionEntity'] };
      return measure({ name: 'EU-like list', feed: eu, layout, bytes: euLike(count), count }, options);
    },
    'OFAC-like, elements': (options) => {
      const count = Math.round(entries.ofac * options.scale);
      const layout = { root: 'sdnList', records: ['sdnEntry'] };
      return measure({ name: 'OFAC-like list', feed: ofac, layout, bytes: ofacLike(count), count }, options);
    },
  },
};

interface Reading {
  readonly name: string;
  readonly feed: SanctionsFeed;
  readonly layout: XmlLayout;
  readonly bytes: Buffer;
  readonly count: number;
}

/** Reader, feed and floor alternate, so that a slow moment of the machine affects all; the first turn warms up. */
async function measure(reading: Reading, { profile }: BenchOptions): Promise<readonly Measurement[]> {
  const { bytes, name, feed, layout, count } = reading;
  const file: SnapshotFile = { name: 'list.xml', bytes };
  const megabytes = bytes.length / 1_000_000;
  if (profile) await profiled(name, async () => readRecords(file, layout, count));
  const figures = { records: [] as number[], parsed: [] as number[], bare: [] as number[] };
  for (let turn = 0; turn <= repeats; turn += 1) {
    const records = timed(() => readRecords(file, layout, count));
    const parsed = timed(() => readEntries(file, feed, count));
    const bare = timed(() => parseBare(bytes));
    if (turn === 0) continue;
    figures.records.push(megabytes / records);
    figures.parsed.push(megabytes / parsed);
    figures.bare.push(megabytes / bare);
  }
  const floor = { name: 'bare saxes with empty handlers on the same bytes', value: median(figures.bare) };
  return [
    { name: `${name} to records`, unit: 'MB/s', value: median(figures.records), floor, target: atLeast(60) },
    { name: `${name} to entries`, unit: 'MB/s', value: median(figures.parsed), floor, target: null },
  ];
}

function readRecords(file: SnapshotFile, layout: XmlLayout, expected: number): void {
  let count = 0;
  const document = readXml(file, layout, () => {
    count += 1;
  });
  if (!document.ok || count !== expected) throw new Error(document.ok ? `${count} records` : document.reason);
}

function readEntries(file: SnapshotFile, feed: SanctionsFeed, expected: number): void {
  const parsed = feed.parse([file]);
  if (!parsed.ok) throw new Error(parsed.reason);
  if (parsed.rows.length !== expected || parsed.alarms.length > 0) throw new Error(parsed.alarms.join('\n'));
}

function parseBare(bytes: Buffer): void {
  const parser = new SaxesParser();
  const nothing = (): void => undefined;
  parser.on('opentag', nothing);
  parser.on('closetag', nothing);
  parser.on('text', nothing);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const slice = 65_536;
  for (let start = 0; start < bytes.length; start += slice) {
    parser.write(decoder.decode(bytes.subarray(start, start + slice), { stream: true }));
  }
  parser.close();
}

/**
 * Without a garbage collection before: that discards what V8 has learned of the parsers, and all of them then read four
 * times slower.
 */
function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}
