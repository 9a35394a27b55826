import { RetryableError } from '../../../infra/errors.ts';
import { simulation } from '../kernel/simulation.ts';
import { answerQuery } from './table-queries.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Rows of one insert. */
interface Part {
  readonly table: string;
  readonly rows: readonly Row[];
  /** Virtual time, milliseconds. */
  readonly insertedAt: number;
}

/** Parts that are older are on disk for sure: decision 2 names the hour. */
const durableAfterMs = 3_600_000;

/** Classes of faults that a world with these tables has. */
export const tableFaults = {
  'insert-fails': { share: 0.3, probability: 0.1 },
  'insert-fails-after-its-effect': { share: 0.3, probability: 0.1 },
  'tables-are-slow': { share: 0.3, probability: 0.1 },
  'query-fails': { share: 0.2, probability: 0.05 },
} as const;

/**
 * The engine of the tables: whole parts, which a kill may lose while they are young, and the few queries that the caches of
 * the API ask. Shared by all processes of a world.
 */
export class MemoryTables {
  readonly #insertMs: number;
  #parts: readonly Part[] = [];
  /** Parts that a kill of the engine lost. */
  lostParts = 0;
  /** When a kill lost parts for the last time; virtual, milliseconds. */
  lostAt = Number.NEGATIVE_INFINITY;
  /** When the last slow answer comes: until then the fault lasts; virtual, milliseconds. */
  slowUntil = Number.NEGATIVE_INFINITY;
  /** Called when a part is readable and its insert is not answered yet. */
  onInserted: () => void = () => undefined;

  /** @param insertMs how long the engine works at an insert, typically; milliseconds */
  constructor(insertMs = 3) {
    this.#insertMs = insertMs;
  }

  /** All rows, in the order of their inserts. `name` is without the database. */
  rows(name: string): readonly Row[] {
    return this.#parts.filter(({ table }) => table === `attestry.${name}`).flatMap(({ rows }) => rows);
  }

  /** As `FINAL`: of the rows with equal `keys`, the one with the highest `seq`, or the last. */
  final(name: string, keys: readonly string[]): readonly Row[] {
    const newest = new Map<string, Row>();
    for (const row of this.rows(name)) {
      const key = keys.map((column) => String(row[column])).join(' ');
      const known = newest.get(key);
      if (known === undefined || Number(row['seq']) >= Number(known['seq'])) newest.set(key, row);
    }
    return [...newest.values()];
  }

  /** Time passes in which nothing happens: parts become older. */
  age(ms: number): void {
    this.#parts = this.#parts.map((part) => ({ ...part, insertedAt: part.insertedAt - ms }));
  }

  /** The engine is killed. */
  crash(): void {
    const { random, now } = simulation();
    const share = random.pick([0, 0.1, 0.5, 1]);
    const kept = this.#parts.filter(({ insertedAt }) => now - insertedAt > durableAfterMs || !random.chance(share));
    const lost = this.#parts.length - kept.length;
    if (lost > 0) simulation().note('rows of young parts are lost');
    this.lostParts += lost;
    if (lost > 0) this.lostAt = now;
    this.#parts = kept;
  }

  readonly insert = async (table: string, columns: readonly string[], body: Buffer): Promise<void> => {
    // The caller may reuse the body once the engine has it.
    const lines = body.toString('utf8').trimEnd().split('\n');
    await this.#work('insert', 'insert-fails', this.#insertMs);
    const rows = lines.map((line) => {
      const cells = JSON.parse(line) as readonly unknown[];
      return Object.fromEntries(columns.map((column, at) => [column, cells[at]]));
    });
    const active = simulation();
    this.#parts = [...this.#parts, { table, rows, insertedAt: active.now }];
    this.onInserted();
    if (active.faults.strikes('insert-fails-after-its-effect')) {
      await active.pause(active.random.delay(5), 'the answer of an insert is lost');
      throw new RetryableError('the connection was lost');
    }
    await active.pause(active.random.delay(2 * active.pace.acknowledgeMs), 'an insert is answered');
  };

  readonly query = async <R>(sql: string, parameters: Row): Promise<readonly R[]> => {
    const active = simulation();
    await this.#work('query', 'query-fails');
    const rows = answerQuery(this, sql, parameters);
    await active.pause(active.random.delay(2), 'a query is answered');
    return rows as readonly R[];
  };

  async #work(what: string, failure: string, typicalMs = 3): Promise<void> {
    const active = simulation();
    const isSlow = active.faults.strikes('tables-are-slow');
    const pauseMs = active.random.delay(isSlow ? 2_000 : typicalMs);
    if (isSlow) this.slowUntil = Math.max(this.slowUntil, active.now + pauseMs);
    await active.pause(pauseMs, what);
    if (!active.faults.strikes(failure)) return;
    await active.pause(active.random.delay(3), `${what} fails`);
    throw new RetryableError('the tables cannot be reached');
  }
}
