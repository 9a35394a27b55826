/** What must be there, from what a client was told; against the log and against the tables. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TopicName, ValueOf } from '../../../schemas/topics.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { Acknowledged } from './observation-load.ts';
import type { TestSystem } from './test-system.ts';
import { expectedChanges, type World } from './world.ts';

export interface Findings {
  readonly acknowledged: number;
  /** Acknowledged and not on the log, or not in the tables. */
  readonly lostOnLog: number;
  readonly lostInTables: number;
  /** Rows beside the one that each observation has. */
  readonly duplicateRows: number;
  /** Records on the log beside the first of each, with the same bytes: readers ignore them. */
  readonly writtenAgain: number;
  readonly changes: number;
  /** Revisions that must be there and are not, on the log or in the tables. */
  readonly lostChanges: number;
  /** Changes that nothing acknowledged leads to. */
  readonly inventedChanges: number;
  /** Revisions that are on the log in two versions. */
  readonly differingChanges: number;
  readonly duplicateChanges: number;
}

/** Where the topics ended when a fault began. */
export type Marks = ReadonlyMap<string, number>;

const compared = ['observations', 'changes', 'asset.records'] as const;

export async function marksOf({ engine }: TestSystem): Promise<Marks> {
  const marks = new Map<string, number>();
  for (const topic of compared) {
    for (const { partition, end } of await engine.log.ranges(topic)) marks.set(`${topic}/${partition}`, end);
  }
  return marks;
}

export interface Written<T extends TopicName> {
  readonly value: ValueOf<T>;
  readonly bytes: string;
}

const pageRecords = 2_000;
const emptyReads = 20;

/** Every record of a topic from a mark on. A read that brings nothing is no end: the end is where the partition says. */
export async function* recordsFrom<T extends (typeof compared)[number]>(
  { engine }: TestSystem,
  topic: T,
  marks: Marks,
): AsyncGenerator<Written<T>> {
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
        // Compaction may have taken the last ones.
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

/** Compares with what a client was told of the readings of a world. Everything must have been processed. */
export async function findingsOf(
  system: TestSystem,
  world: World,
  acknowledged: readonly Acknowledged[],
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
  const missing = (there: ReadonlyMap<string, number>): number => [...ids].filter((id) => !there.has(id)).length;
  const more = (there: ReadonlyMap<string, number>): number =>
    [...there.values()].reduce((sum, count) => sum + count - 1, 0);
  return {
    acknowledged: ids.size,
    lostOnLog: missing(onLog),
    lostInTables: missing(inTables),
    duplicateRows: more(inTables),
    writtenAgain: more(onLog),
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
  acknowledged: readonly Acknowledged[],
  marks: Marks,
): Promise<OfChanges> {
  const byAsset = new Map<string, Acknowledged[]>();
  for (const one of acknowledged) byAsset.set(one.assetId, [...(byAsset.get(one.assetId) ?? []), one]);
  const expected = new Map([...byAsset.values()].flatMap((readings) => [...expectedChanges(readings)]));
  const wanted = new Set(
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
      count(wanted, (name) => !written.has(name)) +
      count(expected.keys(), (id) => inTables.get(id)?.revision !== expected.get(id)),
    inventedChanges:
      count(written.keys(), (name) => !wanted.has(name)) + count(inTables.keys(), (id) => !expected.has(id)),
    differingChanges: [...written.values()].filter((versions) => versions.size > 1).length,
    duplicateChanges: rows.reduce((sum, { n }) => sum + n - 1, 0),
  };
}

export interface Notices {
  /** By what they tell of: changes, or intakes. */
  readonly changes: readonly string[];
  readonly intakes: readonly string[];
}

interface Inbox {
  readonly items: readonly { readonly id: string; readonly kind: string }[];
}

/** All notifications of a key holder, read as its client does. */
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
