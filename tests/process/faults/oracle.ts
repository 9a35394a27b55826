/** Computes from the acknowledgements what must exist, and compares it with the log and with the tables. */
import { pause } from '../../../infra/async/async.ts';
import type { TopicName, ValueOf } from '../../../schemas/topics.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { AcknowledgedAppend } from './acknowledged.ts';
import type { TestSystem } from './test-system.ts';
import { expectedChanges, type World } from './world.ts';

export interface Findings {
  readonly acknowledged: number;
  /** Acknowledged observations that are not on the log, or not in the tables. */
  readonly lostOnLog: number;
  readonly lostInTables: number;
  /** Surplus rows: each observation must have exactly one. */
  readonly duplicateRows: number;
  /** Repetitions of a record on the log with the same bytes. Readers ignore them. */
  readonly writtenAgain: number;
  readonly changes: number;
  /** Expected revisions that are not on the log or not in the tables. */
  readonly lostChanges: number;
  /** Changes that do not follow from any acknowledged observation. */
  readonly inventedChanges: number;
  /** Revisions that are on the log twice with different bytes. */
  readonly differingChanges: number;
  readonly duplicateChanges: number;
}

/** End offsets of the topics when a fault began, by `topic/partition`. */
export type Marks = ReadonlyMap<string, number>;

const compared = ['observations', 'changes', 'asset.records'] as const;

export async function marksOf({ engine }: TestSystem): Promise<Marks> {
  const marks = new Map<string, number>();
  for (const topic of compared) {
    for (const { partition, end } of await engine.log.ranges(topic)) marks.set(`${topic}/${partition}`, end);
  }
  return marks;
}

export interface WrittenValue<T extends TopicName> {
  readonly value: ValueOf<T>;
  readonly bytes: string;
}

const pageRecords = 2_000;
const emptyReads = 20;

/** All records of a topic from a mark on. An empty page does not mean the end: the end offset of the partition does. */
export async function* recordsFrom<T extends (typeof compared)[number]>(
  { engine }: TestSystem,
  topic: T,
  marks: Marks,
): AsyncGenerator<WrittenValue<T>> {
  for (const { partition, low, end } of await engine.log.ranges(topic)) {
    let from = Math.max(low, marks.get(`${topic}/${partition}`) ?? 0);
    for (let empty = 0; from < end; ) {
      const page = await engine.log
        .read({ topic, partition, from, maxRecords: pageRecords })
        .catch((error: unknown) => {
          if (error instanceof RetryableError) return [];
          throw error;
        });
      if (page.length === 0) {
        // Compaction may have removed the last records.
        if ((empty += 1) > emptyReads) break;
        await pause(50);
        continue;
      }
      empty = 0;
      await engine.codec.prepare(page.map(({ value }) => value));
      for (const { value } of page) {
        const decoded = value === null ? null : decodedOrNull(() => engine.codec.decode(topic, value));
        if (value !== null && decoded !== null) yield { value: decoded, bytes: value.subarray(5).toString('base64') };
      }
      from = (page.at(-1)?.offset ?? end) + 1;
    }
  }
}

function decodedOrNull<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

/** Compares log and tables with the acknowledged readings of a world. All records must have been processed. */
export async function findingsOf(
  system: TestSystem,
  world: World,
  acknowledged: readonly AcknowledgedAppend[],
  marks: Marks,
): Promise<Findings> {
  const ids = new Set(acknowledged.map(({ id }) => id));
  const onLog = new Map<string, number>();
  for await (const { value } of recordsFrom(system, 'observations', marks)) {
    if (value.extractor === world.name) onLog.set(value.id, (onLog.get(value.id) ?? 0) + 1);
  }
  const rows = await system.query<{ readonly id: string; readonly n: number }>(
    `SELECT id, toUInt32(count()) AS n FROM attestry.observations WHERE extractor = '${world.name}' GROUP BY id`,
  );
  const inTables = new Map(rows.map(({ id, n }) => [id, n]));
  const missing = (found: ReadonlyMap<string, number>): number => [...ids].filter((id) => !found.has(id)).length;
  const surplus = (found: ReadonlyMap<string, number>): number =>
    [...found.values()].reduce((sum, count) => sum + count - 1, 0);
  return {
    acknowledged: ids.size,
    lostOnLog: missing(onLog),
    lostInTables: missing(inTables),
    duplicateRows: surplus(inTables),
    writtenAgain: surplus(onLog),
    ...(await changesOf(system, world, acknowledged, marks)),
  };
}

type OfChanges = Pick<
  Findings,
  'changes' | 'lostChanges' | 'inventedChanges' | 'differingChanges' | 'duplicateChanges'
>;

async function changesOf(
  system: TestSystem,
  world: World,
  acknowledged: readonly AcknowledgedAppend[],
  marks: Marks,
): Promise<OfChanges> {
  const byAsset = new Map<string, AcknowledgedAppend[]>();
  for (const one of acknowledged) byAsset.set(one.assetId, [...(byAsset.get(one.assetId) ?? []), one]);
  const expected = new Map([...byAsset.values()].flatMap((readings) => [...expectedChanges(readings)]));
  const required = new Set(
    [...expected].flatMap(([id, newest]) => Array.from({ length: newest + 1 }, (_, revision) => `${id} ${revision}`)),
  );
  const written = new Map<string, Set<string>>();
  for await (const { value, bytes } of recordsFrom(system, 'changes', marks)) {
    if (!byAsset.has(value.assetId) || value.field !== 'redemption_fee') continue;
    const name = `${value.newObservationId} ${value.revision}`;
    written.set(name, (written.get(name) ?? new Set()).add(bytes));
  }
  const rows = await system.query<{ readonly id: string; readonly revision: number; readonly n: number }>(
    `SELECT new_observation_id AS id, toUInt32(max(revision)) AS revision, toUInt32(count()) AS n
     FROM attestry.changes WHERE field = 'redemption_fee' AND new_observation_id IN
       (SELECT id FROM attestry.observations WHERE extractor = '${world.name}')
     GROUP BY new_observation_id`,
  );
  const inTables = new Map(rows.map((row) => [row.id, row]));
  const count = (names: Iterable<string>, isWrong: (name: string) => boolean): number =>
    [...names].filter(isWrong).length;
  return {
    changes: expected.size,
    lostChanges:
      count(required, (name) => !written.has(name)) +
      count(expected.keys(), (id) => inTables.get(id)?.revision !== expected.get(id)),
    inventedChanges:
      count(written.keys(), (name) => !required.has(name)) + count(inTables.keys(), (id) => !expected.has(id)),
    differingChanges: [...written.values()].filter((versions) => versions.size > 1).length,
    duplicateChanges: rows.reduce((sum, { n }) => sum + n - 1, 0),
  };
}

/** Ids of notifications. */
export interface Notices {
  readonly changes: readonly string[];
  readonly intakes: readonly string[];
}

interface Inbox {
  readonly items: readonly { readonly id: string; readonly kind: string }[];
}

/** All notifications of a key holder, read page by page as a client does. */
export async function noticesOf(httpUrl: string, key: string): Promise<Notices> {
  const all: Inbox['items'][number][] = [];
  let next: string | null = '/me/notifications?limit=100';
  while (next !== null) {
    const response: Response = await fetch(`${httpUrl}${next}`, { headers: { authorization: `Bearer ${key}` } });
    if (response.status !== 200) throw new Error(`GET ${next}: ${response.status} ${await response.text()}`);
    all.push(...((await response.json()) as Inbox).items);
    next = /<[^>]*?(\/me\/notifications[^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
  }
  const ids = (isIntake: boolean): readonly string[] =>
    all.filter(({ kind }) => kind.startsWith('intake') === isIntake).map(({ id }) => id);
  return { changes: ids(false), intakes: ids(true) };
}
