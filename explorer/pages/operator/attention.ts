import { memoizeFor } from '../../../api/readmodel/memory/memoize.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { readRows } from '../../../api/readmodel/tables/rows.ts';
import { isOld, youngFor } from '../../../schemas/freshness.ts';
import { counted } from '../../labels/dates.ts';
import type { SourceName } from '../../labels/sources.ts';
import { readChains } from '../../readers/chains/chains.ts';

/** What an operator has to attend to, counted, and where it stands. */
export interface AttentionLine {
  readonly text: string;
  readonly path: string;
}

const feedsSql = `
SELECT toString(feed) AS feed, argMax(status, (as_of, log_offset)) = 'rejected' AS isRejected,
  toUnixTimestamp64Milli(maxIf(as_of, status != 'rejected')) AS newest
FROM attestry.store_feed_runs
WHERE feed IN {feeds:Array(String)}
GROUP BY feed
ORDER BY feed`;

interface FeedRow {
  readonly feed: string;
  readonly isRejected: boolean;
  /** Newest file that was not rejected, milliseconds; 0 without one. */
  readonly newest: number;
}

interface AttentionFacts {
  readonly tables: TableReader;
  readonly sources: readonly SourceName[];
  readonly clock: () => number;
}

const readForMs = 10_000;

/** Feeds whose newest file was rejected, sources that are old, and chains with tokens that were never read. */
export function createAttention({ tables, sources, clock }: AttentionFacts): () => Promise<readonly AttentionLine[]> {
  const read = async (): Promise<readonly AttentionLine[]> => {
    const feeds = sources.map(({ feed }) => feed);
    const decode = { isRejected: Boolean, newest: Number };
    const [rows, chains] = await Promise.all([
      readRows<FeedRow>(tables, { sql: feedsSql, decode }, { feeds }),
      readChains(tables, clock()),
    ]);
    const sourceOf = new Map(sources.map((source) => [source.feed, source]));
    const rejected = rows.filter(({ isRejected }) => isRejected);
    const old = rows.filter(({ feed, newest }) => {
      const source = sourceOf.get(feed);
      return source !== undefined && isOld(newest, youngFor.feed(source), clock());
    });
    const unread = chains.filter((chain) => chain.read === 0);
    /** One leads to its page, several to the list. */
    const pathOf = (some: readonly FeedRow[]): string => {
      const [only, ...others] = some;
      return only === undefined || others.length > 0 ? '/sources' : `/sources/${only.feed}`;
    };
    return [
      { count: rejected.length, name: 'feed', word: 'rejected', path: pathOf(rejected) },
      { count: old.length, name: 'list or register', many: 'lists and registers', word: 'old', path: pathOf(old) },
      { count: unread.length, name: 'chain', word: 'not read', path: '/sources#chains' },
    ].flatMap(({ count, name, many, word, path }) =>
      count === 0 ? [] : [{ text: `${counted(count, name, many)} ${word}`, path }],
    );
  };
  return memoizeFor(readForMs, clock, read);
}
