import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TableReader } from '../../tables/reader.ts';
import { offsetParameters } from '../log-offsets.ts';
import { readRows } from '../../tables/rows.ts';
import { type PlacedRow, type ReadPage, recordEndsSql, type RecordPlace } from './row.ts';

export interface PagesOptions<R> {
  readonly tables: TableReader;
  readonly readPage: ReadPage<R>;
  /** Rows of a query: as many as one query can return within its deadline. */
  readonly pageRows: number;
  /** Applies rows; after an error it may get some of them again. */
  readonly take: (rows: readonly R[]) => void;
}

/** Rows that are applied in one turn of the event loop: some milliseconds. */
const rowsOfTurn = 500;

/**
 * Reads the rows from the cursors (next offset by log partition) up to the present end of the table, in pages by asset, and
 * advances the cursors. Rows written meanwhile, also of an asset already passed, are behind the new cursors.
 */
export async function readBehind<R extends { readonly assetId: string }>(
  { tables, readPage, pageRows, take }: PagesOptions<R>,
  cursors: Map<number, number>,
): Promise<void> {
  const ends = await endsOf(tables);
  const hasNew = [...ends].some(([partition, end]) => end > (cursors.get(partition) ?? 0));
  if (!hasNew) return;
  const parameters = {
    least: Math.min(...[...ends.keys()].map((partition) => cursors.get(partition) ?? 0)),
    ...offsetParameters('from', cursors),
    ...offsetParameters('end', ends),
    limit: pageRows,
  };
  // Another replica may have returned the ends: only rows that were returned count as read.
  const reached = new Map<number, number>();
  const read = (after: string): Promise<readonly PlacedRow<R>[]> => readPage(tables, { ...parameters, after });
  for (let page: readonly PlacedRow<R>[] | null = await read(''); page !== null; ) {
    const last: PlacedRow<R> | undefined = page.length < pageRows ? undefined : page.at(-1);
    // The tables answer while this page is applied.
    const following: Promise<readonly PlacedRow<R>[]> | null = last === undefined ? null : read(last.row.assetId);
    following?.catch(() => undefined);
    await inTurns(page, take);
    for (const { partition, offset } of page) {
      reached.set(partition, Math.max(offset + 1, reached.get(partition) ?? 0));
    }
    page = await following;
  }
  for (const [partition, next] of reached) cursors.set(partition, next);
}

async function inTurns<R>(page: readonly PlacedRow<R>[], take: PagesOptions<R>['take']): Promise<void> {
  for (let start = 0; start < page.length; start += rowsOfTurn) {
    if (start > 0) await nextTurn();
    take(page.slice(start, start + rowsOfTurn).map(({ row }) => row));
  }
}

const endsOf = async (tables: TableReader): Promise<ReadonlyMap<number, number>> => {
  const last = await readRows<RecordPlace>(tables, { sql: recordEndsSql, decode: { offset: Number } }, {});
  return new Map(last.map(({ partition, offset }) => [partition, offset + 1]));
};
