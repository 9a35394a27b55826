/** The project's tables, empty, filled through the sink's row mappings. A process can have one at a time. */
import type { HostedTables } from '../../infra/clickhouse/open-tables.ts';
import type { RawQueries, Tables } from '../../infra/clickhouse/tables.ts';
import { encodeRows } from '../../pipeline/sink/encode.ts';
import { lastTables, sinkTables } from '../../pipeline/sink/tables.ts';
import type { TopicName, ValueOf } from '../../schemas/topics.ts';
import { openSharedEngine } from './shared-engine.ts';

export interface TablesFixture {
  /** The session from which the API reads. */
  readonly reader: Tables;
  /** The session to which the sink writes. */
  readonly writer: Tables;
  /** The session in which the SQL port runs queries of analysts. */
  readonly analyst: RawQueries;
  /** The sessions in which the operator's socket runs queries of other processes. */
  readonly operator: RawQueries;
  /** Inserts records of a topic into its tables, as the sink does. Offsets are assigned in order. */
  readonly project: <T extends TopicName>(
    topic: T,
    values: readonly ValueOf<T>[],
    options?: { readonly timestamp?: number | ((value: ValueOf<T>) => number); readonly partition?: number },
  ) => Promise<void>;
  /** Sets a listener that is called with each body that `project` has inserted. */
  readonly onInserted: (listener: InsertListener) => void;
  /** Resolves when each engine of the analysts has the parts that are there now: it sees new ones some time later. */
  readonly seenByAnalysts: () => Promise<void>;
  readonly close: () => Promise<void>;
}

type InsertListener = (table: string, columns: readonly string[], body: Buffer) => void;

/** Uses the engine of the process (`shared-engine.ts`). */
export async function openTablesFixture(): Promise<TablesFixture> {
  const { engine, close } = await openSharedEngine();
  let notify: InsertListener = () => undefined;
  const offsets = new Map<string, number>();
  const takeOffset = (topic: TopicName, partition: number): number => {
    const key = `${topic}/${partition}`;
    const offset = offsets.get(key) ?? 0;
    offsets.set(key, offset + 1);
    return offset;
  };
  return {
    reader: engine.api,
    writer: engine.sink,
    analyst: engine.analyst,
    operator: engine.operator,
    project: async (topic, values, { timestamp = Date.UTC(2026, 0, 1), partition = 0 } = {}) => {
      const placed = values.map((value) => ({
        value,
        at: {
          partition,
          offset: takeOffset(topic, partition),
          timestamp: typeof timestamp === 'function' ? timestamp(value) : timestamp,
        },
      }));
      const insert = async (mapping: (typeof mappings)[number]): Promise<void> => {
        const rows = placed.flatMap(({ value, at }) => mapping.rowsOf(value, at));
        if (rows.length === 0) return;
        const body = encodeRows(rows);
        await engine.accounts.insert(mapping.table, mapping.columns, body);
        notify(mapping.table, mapping.columns, body);
      };
      const mappings = sinkTables[topic];
      const isLast = ({ table }: (typeof mappings)[number]): boolean => lastTables.has(table);
      await Promise.all(mappings.filter((mapping) => !isLast(mapping)).map(insert));
      await Promise.all(mappings.filter(isLast).map(insert));
    },
    onInserted: (listener) => {
      notify = listener;
    },
    seenByAnalysts: () => seenByAnalysts(engine),
    close,
  };
}

const activeParts = `
  SELECT table, name FROM system.parts
  WHERE database = 'attestry' AND active AND rows > 0 AND table != 'schema_migrations' ORDER BY table, name`;

interface Part {
  readonly table: string;
  readonly name: string;
}

async function seenByAnalysts({ sink, analyst }: HostedTables): Promise<void> {
  const ask = <R>(sql: string): Promise<readonly R[]> =>
    analyst.withSession({ settings: {}, parameters: {} }, async ({ run }) => {
      const { bytes } = await run(sql, 'JSONEachRow');
      return Buffer.from(bytes)
        .toString('utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as R);
    });
  const tables = new Set((await ask<Part>(`SELECT name FROM system.tables`)).map(({ name }) => name));
  const written = (await sink.query<Part>(activeParts)).filter(({ table }) => tables.has(table));
  // The engine itself waits between the queries.
  const seen = (): Promise<readonly Part[]> => ask(`SELECT * FROM (${activeParts}) WHERE NOT ignore(sleep(0.05))`);
  // Two queries at the same time are answered by both engines, when the second one is open.
  const isSeen = async (): Promise<boolean> =>
    (await Promise.all([seen(), seen()])).every((parts) => JSON.stringify(parts) === JSON.stringify(written));
  while (!(await isSeen()));
}
