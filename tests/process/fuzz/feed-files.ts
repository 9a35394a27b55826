/** Recorded files of every feed, small enough to be parsed hundreds of times a second. */
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SnapshotFile } from '../../../pipeline/ingest/feed.ts';
import { fixturePath } from '../../support/fixture-path.ts';
import { zipOf } from '../../support/zip.ts';

interface RecordedFeed {
  readonly feed: string;
  readonly format: 'csv' | 'xml' | 'json';
  /** Names of the fixtures; the first one is edited. */
  readonly files: readonly string[];
  /** Lines that are used of each file; all if absent. */
  readonly lines?: number;
}

const recorded: readonly RecordedFeed[] = [
  { feed: 'esma-emtwp', format: 'csv', files: ['EMTWP-20260129.csv'] },
  { feed: 'esma-artzz', format: 'csv', files: ['ARTZZ-20260821.csv'] },
  { feed: 'esma-other', format: 'csv', files: ['OTHER-20260129.csv'], lines: 60 },
  { feed: 'esma-casps', format: 'csv', files: ['CASPS-20251215.csv'], lines: 60 },
  { feed: 'esma-ncasp', format: 'csv', files: ['NCASP-20260209.csv'] },
  { feed: 'uk-conlist', format: 'csv', files: ['ofsi_conlist.sample-2020-04.csv'] },
  { feed: 'uk-sl', format: 'csv', files: ['made-up-UK-Sanctions-List.csv'] },
  { feed: 'ofac-sdn', format: 'csv', files: ['sdn-2021-07.csv', 'sdn_comments-2021-07.csv'], lines: 80 },
  { feed: 'ofac-addresses', format: 'json', files: ['ETH-2022-09-03.json'] },
  { feed: 'ofac-consolidated', format: 'xml', files: ['sdnlist_xml.sample-2020-04.xml'] },
  { feed: 'un-sc', format: 'xml', files: ['consolidated.sample-2024-10.xml'] },
  { feed: 'eu-fsf', format: 'xml', files: ['fsf_xml_1_1.sample-2020-04.xml'] },
  ...['lei-data.json', 'lei-data.xml'].map((file) => gleif('gleif-lei', file)),
  ...['rr-data.json', 'rr-data.xml'].map((file) => gleif('gleif-rr', file)),
  ...['repex-data.json', 'repex-data.xml'].map((file) => gleif('gleif-exceptions', file)),
];

function gleif(feed: string, file: string): RecordedFeed {
  return { feed, format: file.endsWith('.xml') ? 'xml' : 'json', files: [file] };
}

/** By feed and first file. */
export const recordedFiles: ReadonlyMap<string, RecordedFeed> = new Map(
  recorded.map((one) => [`${one.feed}/${one.files[0] ?? ''}`, one]),
);

const read = new Map<string, readonly SnapshotFile[]>();

export function filesOf(key: string): readonly SnapshotFile[] {
  const known = read.get(key) ?? readFiles(key);
  read.set(key, known);
  return known;
}

function readFiles(key: string): readonly SnapshotFile[] {
  const { feed, files, lines } = recordedFiles.get(key) ?? { feed: '', files: [], lines: undefined };
  return files.map((name) => {
    const bytes = readFileSync(fixturePath(feed, name));
    const plain = name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    return { name, bytes: lines === undefined ? plain : firstLines(plain, lines) };
  });
}

/** Whole lines; OFAC's end mark stays. */
function firstLines(bytes: Buffer, lines: number): Buffer {
  let end = 0;
  for (let line = 0; line < lines && end >= 0; line += 1) end = bytes.indexOf(10, end) + 1;
  const mark = bytes.at(-1) === 0x1a ? Buffer.from([0x1a]) : Buffer.alloc(0);
  return Buffer.concat([bytes.subarray(0, end), mark]);
}

export type Compression = 'plain' | 'gzip' | 'zip';

export const packed = (bytes: Buffer, packing: Compression): Buffer => {
  if (packing === 'plain') return bytes;
  return packing === 'gzip' ? gzipSync(bytes, { level: 1 }) : zipOf({ name: 'file.xml', bytes, level: 1 });
};
