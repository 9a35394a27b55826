import { gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { leiOf } from '../../../bench/support/samples/lei-file.ts';
import type { Feed, FeedTable, SnapshotFile } from '../../../pipeline/ingest/feed.ts';
import { artifactsOf, ingestCapture } from '../../../pipeline/ingest/ingest.ts';
import { restoreFeeds } from '../../../pipeline/ingest/restore.ts';
import { captureIdOf } from '../../../pipeline/ingest/snapshot-ids.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import type { Input, KeyedState, Output } from '../../../pipeline/runtime/processor.ts';
import type { FeedCapture } from '../../../schemas/generated/records.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { leiRecord, leiXml } from '../publishers/gleif/files.ts';
import { inPieces } from '../publishers/gleif/files.ts';
import { addresses, day, feedOf, fixture, keyedState, seriesOf } from './harness.ts';

interface TakenFile {
  readonly files: readonly SnapshotFile[];
  readonly asOf: number;
  readonly wanted?: readonly string[];
  readonly force?: boolean;
  /** Replaces the feed's definition from now on. */
  readonly by?: Feed;
}

/** One partition of ingest on a log: its captures, its outputs, and its state. */
function openIngest(feed: string) {
  const log: Input<TopicName>[] = [];
  const bytes = new Map<string, Buffer>();
  let table: FeedTable = feeds;
  let state: KeyedState = keyedState(new Map());
  let next = 0;
  const records = async function* <T extends TopicName>(topic: T): AsyncGenerator<Input<T>> {
    for (const record of log) if (record.topic === topic) yield record as unknown as Input<T>;
  };
  const fold = async (input: Input<'feed.captures'>): Promise<readonly Output[]> => {
    const given = new Map<string, Buffer>();
    for (const need of artifactsOf({ feeds: table })(state, input.value)) {
      if (typeof need === 'string') given.set(need, bytes.get(need) ?? Buffer.alloc(0));
      else given.set(need.key, await need.reduce(inPieces(bytes.get(need.sha256) ?? Buffer.alloc(0))));
    }
    const result = ingestCapture({ feeds: table })(state, input, given);
    if (result.kind !== 'ok') throw new Error(result.reason);
    return result.outputs;
  };
  const write = (outputs: readonly Output[]): void => {
    for (const output of outputs) log.push({ ...output, partition: 0, offset: log.length });
  };
  return {
    write,
    take: async ({ files, asOf, wanted = [], force = false, by }: TakenFile): Promise<readonly Output[]> => {
      if (by !== undefined) table = new Map([[feed, by]]);
      const artifacts = files.map((file) => {
        const sha256 = sha256Hex(file.bytes);
        bytes.set(sha256, file.bytes);
        const rest = { url: null, contentType: null, etag: null, lastModified: null };
        return { name: file.name, sha256, bytes: file.bytes.length, ...rest };
      });
      const content = { feed, asOf, artifacts, wanted };
      const value: FeedCapture = { ...content, captureId: captureIdOf(content), obtained: 'imported', force };
      const timestamp = Date.parse('2026-12-01') + next;
      const input: Input<'feed.captures'> = { topic: 'feed.captures', partition: 0, offset: next, timestamp, value };
      next += 1;
      log.push(input);
      const outputs = await fold(input);
      write(outputs);
      return outputs;
    },
    /** Drops the state and restores it from the log; captures below `until` are known to be complete. */
    restore: async (until = next): Promise<readonly (readonly Output[])[]> => {
      const captures = log.filter((record) => record.topic === 'feed.captures') as unknown as Input<'feed.captures'>[];
      state = keyedState(new Map());
      const from = await restoreFeeds({ feeds: table })({ partition: 0, until, low: 0, state, records });
      const again: (readonly Output[])[] = [];
      for (const capture of captures.slice(from)) again.push(await fold(capture));
      return again;
    },
  };
}

/** Asserts that a state restored before every capture gives the same outputs as one that is never lost. */
async function assertSameWhenRestored(
  feed: string,
  series: readonly TakenFile[],
): Promise<readonly (readonly Output[])[]> {
  const kept = openIngest(feed);
  const restored = openIngest(feed);
  const all: (readonly Output[])[] = [];
  for (const [index, taken] of series.entries()) {
    const outputs = await kept.take(taken);
    assert.equal(await restored.take(taken), outputs, `capture ${index}`);
    all.push(outputs);
    // Known to be complete: no capture is folded again. Not known: the last one is, with the same outputs.
    assert.equal(await restored.restore(), []);
    assert.equal(await restored.restore(0), [outputs], `capture ${index}, again`);
    await restored.restore();
  }
  return all;
}

const runsIn = (outputs: readonly Output[]) => outputs.flatMap((one) => (one.topic === 'feed.runs' ? [one.value] : []));
const rowsIn = (outputs: readonly Output[]) =>
  outputs.flatMap((one) => (one.topic === 'register.rows' ? [one.value] : []));

test('a register: rows missing, held, released and removed over several files', async () => {
  const series = seriesOf('esma-emtwp').flatMap(({ date, file }): TakenFile[] => [
    { files: [file], asOf: Date.parse(date) },
    { files: [file], asOf: Date.parse(date) + day },
  ]);
  const back: TakenFile = { files: series[0]?.files ?? [], asOf: Date.parse('2025-01-01') };
  const all = await assertSameWhenRestored('esma-emtwp', [...series, back]);
  const statuses = new Set(all.flat().flatMap((one) => (one.topic === 'feed.runs' ? [one.value.status] : [])));
  assert.equal([...statuses].sort(), ['accepted', 'rejected', 'unchanged']);
  assert.ok(rowsIn(all.flat()).some(({ status }) => status !== 'listed'));
});

test('a list of several parts', async () => {
  const dates = ['ETH-2022-09-03', 'ETH-2022-11-09', 'ETH-2022-11-10', 'ETH-2023-10-04', 'ETH-2024-01-12'];
  const other = addresses('LTC-2024-09-27');
  await assertSameWhenRestored(
    'ofac-addresses',
    dates.map((name, n) => ({ files: [addresses(name), other], asOf: Date.parse('2024-10-01') + n * day })),
  );
});

test('the date of the content is restored: an older file is refused', async () => {
  const un = (date: string): SnapshotFile => {
    const { name, bytes } = fixture('un-sc', `consolidated-${date}.xml.gz`);
    return { name: name.replace('.gz', ''), bytes: gunzipSync(bytes) };
  };
  const all = await assertSameWhenRestored('un-sc', [
    { files: [{ ...un('2026-02-27'), name: 'consolidated.xml' }], asOf: Date.parse('2026-02-27') },
    { files: [{ ...un('2025-04-19'), name: 'consolidated.xml' }], asOf: Date.parse('2026-03-01') },
  ]);
  assert.match(runsIn(all[1] ?? [])[0]?.reason ?? '', /older than that of the last accepted file/);
});

test('requested LEIs are restored: a newly requested LEI is a baseline; also after a new parser, and after none', async () => {
  const [a, b, c] = [leiOf(1), leiOf(2), leiOf(3)].sort() as [string, string, string];
  const file = (...leis: readonly string[]): readonly SnapshotFile[] => [
    { name: 'file.xml', bytes: Buffer.from(leiXml(leis.map((lei) => leiRecord(lei)).join(''))) },
  ];
  const feed = feedOf('gleif-lei');
  const raised: Feed = { ...feed, manifest: { ...feed.manifest, parserVersion: '9' } };
  const at = (n: number): number => Date.parse('2026-01-01') + n * day;
  const all = await assertSameWhenRestored('gleif-lei', [
    { files: file(a, b, c), asOf: at(0), wanted: [a] },
    { files: file(a, b, c), asOf: at(1), wanted: [a, b] },
    { files: file(a, b, c), asOf: at(2), wanted: [a, b] },
    { files: file(a, b, c), asOf: at(3), wanted: [a, b], by: raised },
    { files: file(a, c), asOf: at(4), wanted: [a, b, c] },
  ]);
  assert.equal(
    rowsIn(all[1] ?? []).map(({ lei, inFirstSnapshot }) => [lei, inFirstSnapshot]),
    [[b, true]],
  );
  assert.equal(
    runsIn(all[2] ?? []).map(({ status }) => status),
    ['unchanged'],
  );
});

test('late writes do not count: rows are ordered by their runs', async () => {
  const [first, second, third] = seriesOf('esma-emtwp').map(
    ({ date, file }): TakenFile => ({ files: [file], asOf: Date.parse(date) }),
  );
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are no files');
  const kept = openIngest('esma-emtwp');
  const restored = openIngest('esma-emtwp');
  for (const ingest of [kept, restored]) {
    const baseline = await ingest.take(first);
    await ingest.take(second);
    ingest.write(baseline);
  }
  await restored.restore();
  assert.equal(await restored.take(third), await kept.take(third));
});

test.run();
