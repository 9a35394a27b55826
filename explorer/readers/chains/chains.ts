import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { readRows } from '../../../api/readmodel/tables/rows.ts';
import type { StateProps } from '../../parts/state.tsx';
import { chainName } from '../../labels/chains.ts';
import { isOld, youngFor } from '../../../schemas/freshness.ts';

/** A chain with registered tokens. */
export interface ChainRow {
  readonly name: string;
  readonly state: StateProps;
  /** Tokens that its nodes stated something of, out of all that are registered there. */
  readonly read: number;
  readonly tokens: number;
  /** Tokens that the newest reading did not find, or could not read. */
  readonly failed: number;
  /** Newest reading, milliseconds; null if no token was read. */
  readonly newest: number | null;
}

const chainsSql = `
SELECT r.chain AS chain, r.tokens AS tokens, r.read AS read, r.failed AS failed,
  toUnixTimestamp64Milli(f.as_of) AS newest
FROM (
  SELECT toString(chain) AS chain, count() AS tokens, countIf(chain_reading = 'stated') AS read,
    countIf(chain_reading IN ('no_contract', 'unreadable')) AS failed
  FROM attestry.store_asset_records FINAL
  GROUP BY chain
) AS r
LEFT JOIN (
  SELECT substring(feed, 7) AS chain, max(as_of) AS as_of FROM attestry.store_feed_runs
  WHERE startsWith(feed, 'chain-') AND status != 'rejected' AND capture_id NOT IN (
    SELECT capture_id FROM attestry.store_feed_captures
    WHERE startsWith(feed, 'chain-') AND position(artifacts, '-unanswered.ndjson"') > 0
  )
  GROUP BY chain
) AS f ON f.chain = r.chain
ORDER BY read > 0 DESC, tokens DESC, chain`;

interface Row {
  readonly chain: string;
  readonly tokens: number;
  readonly read: number;
  readonly failed: number;
  readonly newest: number;
}

const decode = { tokens: Number, read: Number, failed: Number, newest: Number };

/** Chains of registered tokens: those that are read first, then by tokens. `now` in milliseconds. */
export const readChains = async (tables: TableReader, now: number): Promise<readonly ChainRow[]> =>
  (await readRows<Row>(tables, { sql: chainsSql, decode }, {})).map(({ chain, tokens, read, failed, newest }) => ({
    name: chainName(chain),
    tokens,
    read,
    failed,
    state: stateOf(read, failed, isOld(newest, youngFor.chain(), now)),
    // A chain without a node has captures, too; they state that nothing was read.
    newest: read === 0 ? null : newest,
  }));

function stateOf(read: number, failed: number, isLate: boolean): StateProps {
  if (read > 0 && isLate) return { tone: 'late', icon: 'clock', word: 'Read, old' };
  if (read > 0) return { tone: 'good', icon: 'check', word: 'Read' };
  if (failed > 0) return { tone: 'fail', icon: 'alert', word: 'Not readable' };
  return { tone: 'off', icon: 'clock', word: 'Not read' };
}
