import { unfiltered } from '../../api/readmodel/resources/changes/filter.ts';
import { brotliCompressSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { changesPage } from '../../explorer/pages/changes/page.tsx';
import { changesView } from '../../explorer/pages/changes/view.ts';
import { readStaticFiles } from '../../explorer/static-files.ts';
import { change, day, now } from '../../tests/api/records.ts';
import { atMost, type Measurement, percentile } from '../measurement.ts';
import { timesOf } from './times-of.ts';

const changes = 200;
const runs = { warmUps: 30, measured: 120 };

/** The largest page: 200 changes that are 200 stories. Its floor puts the same bytes together from their pieces. */
export async function benchRendering(): Promise<readonly Measurement[]> {
  const files = readStaticFiles();
  const records = Array.from({ length: changes }, (_, n) =>
    change(`rendered-${n}`, n % 50, { detectedAt: now - Math.floor(n / 8) * day - n }),
  );
  const feed = {
    changes: records.map((record) => ({
      change: record,
      group: [record.id],
      picked: {
        id: record.id,
        assetId: record.assetId,
        revision: 0,
        detectedAt: record.detectedAt,
        groupId: record.groupId,
        itemId: 'item',
        gathering: false,
        isNew: true,
      },
    })),
    truncated: false,
    oldest: null,
    seenAt: 0,
    since: now - 90 * day,
  };
  const filter = { ...unfiltered, showAll: true };
  const view = changesView({
    feed,
    seen: null,
    filter: { ...filter, since: now - 90 * day },
    now,
    given: new URLSearchParams(),
    watched: 50,
    ever: null,
    registry: { byId: () => null },
    assetOf: () => null,
    sources: [],
    explorerUrl: 'https://x.example',
  });
  const frame = {
    path: '/changes',
    requestId: 'bench',
    version: '0.0.0',
    files,
    signedIn: null,
    theme: null,
    refused: null,
    done: null,
    keyContact: null,
  };
  const page = changesPage(view, frame);
  const pieces = page.toString('utf8').split(/(?=<)/);
  const ours = timesOf(() => changesPage(view, frame), runs);
  const floor = timesOf(() => Buffer.from(pieces.join('')), runs);
  const weigh = (bytes: Buffer): number => brotliCompressSync(bytes).length / 1024;
  const weight = (name: string, bytes: Buffer, limit: number): Measurement => ({
    name: `${name}, brotli`,
    unit: 'KiB',
    value: weigh(bytes),
    target: atMost(limit),
    floor: null,
  });
  return [
    {
      name: `${changes} changes, p50`,
      unit: 'ms',
      value: percentile(ours, 50),
      floor: { name: 'the same HTML joined from its pieces', value: percentile(floor, 50) },
      target: atMost(10),
    },
    weight(`HTML of ${changes} changes`, page, 15),
    weight('style sheet', staticFile('explorer.css'), 8),
    weight('script', staticFile('explorer.js'), 4),
  ];
}

const staticFile = (name: string): Buffer => readFileSync(new URL(`../../explorer/static/${name}`, import.meta.url));
