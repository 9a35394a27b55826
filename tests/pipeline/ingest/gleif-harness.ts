/** Runs ingest over reduced files, as the runtime does. */
import type { Feed, FeedTable } from '../../../pipeline/ingest/feed.ts';
import { artifactsOf, ingestCapture } from '../../../pipeline/ingest/ingest.ts';
import { captureIdOf } from '../../../pipeline/ingest/snapshot-ids.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { firdsColumns } from '../../../pipeline/registers/firds-columns.ts';
import type { FeedCapture, FeedRun, RegisterRow } from '../../../schemas/generated/records.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { inPieces } from '../publishers/gleif/files.ts';
import { keyedState } from './harness.ts';

interface GleifRun {
  /** The last `feed.runs` record. */
  readonly run: FeedRun;
  readonly rows: readonly RegisterRow[];
  /** `<event> <status> <LEI or ISIN>` of each row, in order. */
  readonly events: readonly string[];
  /** Number of files read. */
  readonly read: number;
}

export interface GleifIngest {
  /** Runs a snapshot of one file, or of several by name. */
  readonly run: (
    file: string | Buffer | Readonly<Record<string, string | Buffer>>,
    wanted: readonly string[],
    asOf: string,
    force?: boolean,
  ) => Promise<GleifRun>;
  /** Replaces the feed's definition from now on. */
  readonly use: (feed: Feed) => void;
}

export function gleifIngest(feed: string): GleifIngest {
  const state = keyedState(new Map());
  const store = new Map<string, Buffer>();
  let table: FeedTable = feeds;
  let offset = 0;
  return {
    use: (other) => {
      table = new Map([[feed, other]]);
    },
    run: async (file, wanted, asOf, force = false) => {
      const files = typeof file === 'string' || Buffer.isBuffer(file) ? { 'file.xml': file } : file;
      const artifacts = Object.entries(files).map(([name, content]) => {
        const bytes = Buffer.from(content);
        const sha256 = sha256Hex(bytes);
        store.set(sha256, bytes);
        const none = { url: null, contentType: null, etag: null, lastModified: null };
        return { name, sha256, bytes: bytes.length, ...none };
      });
      const content = { feed, asOf: Date.parse(asOf), artifacts, wanted: [...wanted].sort() };
      const value: FeedCapture = { ...content, captureId: captureIdOf(content), obtained: 'imported', force };
      const given = new Map<string, Buffer>();
      for (const need of artifactsOf({ feeds: table })(state, value)) {
        if (typeof need === 'string') throw new Error('a whole file is wanted');
        given.set(need.key, await need.reduce(inPieces(store.get(need.sha256) ?? Buffer.alloc(0))));
      }
      const input = {
        topic: 'feed.captures',
        partition: 0,
        offset: offset++,
        timestamp: Date.parse('2026-12-01'),
        value,
      } as const;
      const result = ingestCapture({ feeds: table })(state, input, given);
      if (result.kind !== 'ok') throw new Error(result.reason);
      const rows = result.outputs.flatMap((output) => (output.topic === 'register.rows' ? [output.value] : []));
      const runs = result.outputs.flatMap((output) => (output.topic === 'feed.runs' ? [output.value] : []));
      const run = runs.at(-1);
      if (run === undefined) throw new Error('no run');
      return {
        run,
        rows,
        events: rows.map((row) => `${row.event} ${row.status} ${row.lei ?? row.columns[firdsColumns.isin] ?? ''}`),
        read: given.size,
      };
    },
  };
}
