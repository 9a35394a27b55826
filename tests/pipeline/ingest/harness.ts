/** Runs the ingest fold as the runtime does: captures in, records out, with state between them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ingestCapture, artifactsOf } from '../../../pipeline/ingest/ingest.ts';
import type { Feed, FeedTable, SnapshotFile } from '../../../pipeline/ingest/feed.ts';
import { captureIdOf } from '../../../pipeline/ingest/snapshot-ids.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import type { KeyedState, Output } from '../../../pipeline/runtime/processor.ts';
import type { FeedCapture, FeedRun, RegisterRow, SanctionsEntry } from '../../../schemas/generated/records.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';

export const day = 24 * 60 * 60 * 1000;
const fixtures = join(import.meta.dirname, '../../fixtures');

export const fixture = (feed: string, name: string): SnapshotFile => ({
  name,
  bytes: readFileSync(join(fixtures, feed, name)),
});

/** Files of a register in the order of their dates, each with its date as YYYY-MM-DD. */
export const seriesOf = (feed: string): readonly { readonly date: string; readonly file: SnapshotFile }[] =>
  readdirSync(join(fixtures, feed))
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .map((name) => ({
      date: name.replace(/^.*-(\d{4})(\d\d)(\d\d)\.csv$/, '$1-$2-$3'),
      file: fixture(feed, name),
    }));

export const emtwp = (date: string): SnapshotFile => fixture('esma-emtwp', `EMTWP-${date}.csv`);
export const addresses = (name: string): SnapshotFile => fixture('ofac-addresses', `${name}.json`);

export const feedOf = (id: string): Feed => {
  const feed = feeds.get(id);
  if (feed === undefined) throw new Error(`no feed ${id}`);
  return feed;
};

/** Text of a fixture; a file with a text. */
export const textOf = (file: SnapshotFile): string => file.bytes.toString('utf8');
export const fileOf = (name: string, text: string): SnapshotFile => ({ name, bytes: Buffer.from(text, 'utf8') });

interface RunResult {
  readonly run: FeedRun;
  /** All `feed.runs` records: one more when the last artifact was read again. */
  readonly runs: readonly FeedRun[];
  readonly rows: readonly RegisterRow[];
  readonly entries: readonly SanctionsEntry[];
  readonly outputs: readonly Output[];
}

interface RunOptions {
  readonly asOf: number | string;
  readonly force?: boolean;
  /** Whether the files were fetched; else they were given by hand. */
  readonly isFetched?: boolean;
  readonly now?: number;
}

export interface Ingest {
  readonly run: (files: readonly SnapshotFile[], options: RunOptions) => RunResult;
  readonly state: ReadonlyMap<string, string>;
  /** Replaces the feed's definition from now on. */
  readonly use: (feed: Feed) => void;
  /** Artifacts that the last run requested. */
  readonly asked: () => readonly string[];
}

export function startIngest(feedId: string): Ingest {
  const state = new Map<string, string>();
  const store = new Map<string, Buffer>();
  let table: FeedTable = feeds;
  let asked: readonly string[] = [];
  let offset = 0;
  return {
    state,
    use: (feed) => {
      table = new Map([[feed.manifest.id, feed]]);
    },
    asked: () => asked,
    run: (files, options) => {
      const asOf = typeof options.asOf === 'string' ? Date.parse(options.asOf) : options.asOf;
      const artifacts = files.map(({ name, bytes }) => {
        const sha256 = sha256Hex(bytes);
        store.set(sha256, bytes);
        return { name, sha256, bytes: bytes.length, url: null, contentType: null, etag: null, lastModified: null };
      });
      const body = { feed: feedId, asOf, artifacts };
      const value: FeedCapture = {
        ...body,
        captureId: captureIdOf(body),
        obtained: options.isFetched === true ? 'fetched' : 'imported',
        force: options.force ?? false,
        wanted: [],
      };
      const keyed = keyedState(state);
      asked = artifactsOf({ feeds: table })(keyed, value).filter((need) => typeof need === 'string');
      const given = new Map(asked.map((sha256) => [sha256, store.get(sha256) ?? Buffer.alloc(0)]));
      const timestamp = options.now ?? Math.max(asOf, Date.parse('2026-11-01'));
      const input = { topic: 'feed.captures', partition: 0, offset: offset++, timestamp, value } as const;
      const result = ingestCapture({ feeds: table })(keyed, input, given);
      if (result.kind !== 'ok') throw new Error(result.reason);
      return collect(result.outputs);
    },
  };
}

function collect(outputs: readonly Output[]): RunResult {
  const runs = outputs.flatMap((output) => (output.topic === 'feed.runs' ? [output.value] : []));
  const run = runs.at(-1);
  if (run === undefined) throw new Error('no feed.runs record');
  return {
    run,
    runs,
    rows: outputs.flatMap((output) => (output.topic === 'register.rows' ? [output.value] : [])),
    entries: outputs.flatMap((output) => (output.topic === 'sanctions.entries' ? [output.value] : [])),
    outputs,
  };
}

/** Keyed state over serialised values, so that nothing is shared by reference. */
export const keyedState = (map: Map<string, string>): KeyedState => ({
  get: <V>(key: string) => {
    const value = map.get(key);
    return value === undefined ? undefined : (JSON.parse(value) as V);
  },
  put: (key, value) => {
    map.set(key, JSON.stringify(value));
  },
  delete: (key) => {
    map.delete(key);
  },
  entries: <V>(prefix: string) =>
    [...map]
      .filter(([key]) => key.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, JSON.parse(value) as V] as const),
});

export const countsOf = ({ added, changed, removed, corrected, editorial, held }: FeedRun): Record<string, number> => ({
  added,
  changed,
  removed,
  corrected,
  editorial,
  held,
});
