/** All recorded files of registers and lists in the order of their dates, over every issuer that they name. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createMiniature, type Miniature } from '../../guide/miniature.ts';
import { fixturePath } from '../../support/fixture-path.ts';
import { tick } from '../changes/builders.ts';
import { entities, followedLeis, linesOf } from './every-issuer.ts';

interface Step {
  readonly at: string;
  readonly feed: string;
  readonly file: string;
}

const registers = ['esma-emtwp', 'esma-artzz', 'esma-other', 'esma-casps', 'esma-ncasp'];

const ofRegisters: readonly Step[] = registers.flatMap((feed) =>
  readdirSync(fixturePath(feed, ''))
    .filter((file) => /-\d{8}\.csv$/.test(file))
    .map((file) => ({ feed, file, at: file.replace(/^.*-(\d{4})(\d\d)(\d\d)\.csv$/, '$1-$2-$3') })),
);

/** Of each list and index the files of one kind; the dates of GLEIF's samples are ours. */
const others: readonly Step[] = [
  { at: '2021-07-01', feed: 'ofac-sdn', file: 'sdn-2021-07.csv' },
  { at: '2023-11-01', feed: 'ofac-sdn', file: 'sdn-2023-11.resaved.csv' },
  { at: '2020-04-01', feed: 'eu-fsf', file: 'fsf_xml_1_1.sample-2020-04.xml' },
  { at: '2020-04-01', feed: 'uk-conlist', file: 'ofsi_conlist.sample-2020-04.csv' },
  { at: '2026-02-13', feed: 'uk-sl', file: 'made-up-UK-Sanctions-List.csv' },
  { at: '2025-03-28', feed: 'ofac-consolidated', file: 'consolidated_nonsdn-2025-03-28.xml.gz' },
  { at: '2025-04-19', feed: 'un-sc', file: 'consolidated-2025-04-19.xml.gz' },
  { at: '2026-02-27', feed: 'un-sc', file: 'consolidated-2026-02-27.xml.gz' },
  { at: '2026-03-02', feed: 'gleif-lei', file: 'lei-updates-data2.xml' },
  { at: '2026-03-12', feed: 'gleif-lei', file: 'lei-updates-data2-new.xml' },
  { at: '2026-03-01', feed: 'gleif-rr', file: 'rr-data.xml' },
  { at: '2026-03-02', feed: 'gleif-rr', file: 'rr-updates-data2.xml' },
  { at: '2026-03-12', feed: 'gleif-rr', file: 'rr-updates-data2-new.xml' },
  { at: '2026-03-02', feed: 'gleif-exceptions', file: 'repex-updates-data2.xml' },
  { at: '2026-03-12', feed: 'gleif-exceptions', file: 'repex-updates-data2-new.xml' },
];

const steps = [...ofRegisters, ...others].sort((a, b) => (`${a.at} ${a.feed}` < `${b.at} ${b.feed}` ? -1 : 1));

async function read(miniature: Miniature, { at, feed, file }: Step): Promise<void> {
  if (feed.startsWith('gleif-')) {
    await miniature.captureReduced(feed, file, at, followedLeis());
    return;
  }
  const bytes = readFileSync(fixturePath(feed, file));
  const content = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  miniature.captureBytes(feed, file.replace(/\.gz$/, ''), content, Date.parse(at));
}

export async function runEveryFile(): Promise<Miniature> {
  const miniature = createMiniature();
  miniature.declare(linesOf(entities()), '2025-12-01T00:00:00Z');
  const days = new Set<string>();
  for (const step of steps) {
    if (step.at > '2025-12-01' && !days.has(step.at)) {
      days.add(step.at);
      miniature.append('observations', tick(Date.parse(step.at)), Date.parse(step.at));
    }
    await read(miniature, step);
  }
  return miniature;
}
