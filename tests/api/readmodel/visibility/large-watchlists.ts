/** Tests of long watchlists: each is read over HTTP as well, and shows what the rule in TypeScript shows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnds } from '../../../../api/readmodel/memory/log-offsets.ts';
import { readSnapshot, type TenantSnapshot } from '../../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import { feedOrders } from '../../../../api/readmodel/resources/changes/filter.ts';
import { pickChanges, placeChange } from '../../../../api/readmodel/resources/changes/queries.ts';
import { pagesOf, planExport } from '../../../../api/readmodel/resources/export/pages.ts';
import type { Cursor } from '../../../../api/readmodel/resources/notifications/notice-rows.ts';
import { pickNotices } from '../../../../api/readmodel/resources/notifications/queries.ts';
import { readRange } from '../../../../api/readmodel/resources/stream/log-rows.ts';
import { isNotified, visibility } from '../../../../api/readmodel/visibility/visible.ts';
import { createSqlEndpoint } from '../../../../infra/clickhouse/http-endpoint/endpoint.ts';
import { listenOnSocket, type SocketListener } from '../../../../infra/clickhouse/http-endpoint/listen.ts';
import { openServerTables } from '../../../../infra/clickhouse/server/server-tables.ts';
import type { Tables } from '../../../../infra/clickhouse/tables.ts';
import { severityRank } from '../../../../schemas/severity.ts';
import type { Change } from '../../../../schemas/generated/records.ts';
import { termsOf } from '../../../../schemas/vocabulary.ts';
import { openTablesFixture, type TablesFixture } from '../../../support/tables-fixture.ts';
import { change, day, now, second } from '../../records.ts';

/** In the order by impact. */
const byRank = ['weakens', 'strengthens', 'neutral'] as const;

/** On assets all over the longest list; a third is of twelve assets, of which some share the time. */
const changesOf = (longest: number): readonly Change[] =>
  Array.from({ length: 1_800 }, (_, index) => {
    const n = index < 1_200 ? (index * 41) % longest : (index % 12) * Math.floor(longest / 125);
    const detectedAt = now - 5 * day + (index % 900) * 400 * second;
    return change(`large-${index}`, n, {
      detectedAt,
      notableAt: index % 7 === 0 ? null : detectedAt + second,
      confirmed: index % 11 !== 0,
      direction: byRank[index % 3] ?? 'weakens',
      severity: termsOf('severity')[index % 4] ?? 'low',
      knownAt: detectedAt,
    });
  });

const assetSql = "concat('a55e7000-0000-4000-8000-', leftPad(toString(number), 12, '0'))";
const itemsSql =
  `
INSERT INTO attestry.store_watch_items (tenant_id, item_id, asset_id, state, monitoring_enabled, added_at, current_add_at,
  current_add_seq, seq)
SELECT {tenantId:String}, concat('item-', toString(number)), ` +
  assetSql +
  `, if(number % 13 = 0, 'removed', 'ready'), true, fromUnixTimestamp64Milli(toInt64(1780000000000 + number * 1000)),
  fromUnixTimestamp64Milli(toInt64(1780000000000)), number + 1, number + 1
FROM numbers({length:UInt64})`;
/** A fifth of the assets was paused for a day. */
const hiddenSql =
  `
INSERT INTO attestry.store_hidden_intervals (tenant_id, interval_id, asset_id, kind, \`from\`, \`to\`, seq)
SELECT {tenantId:String}, toString(number), ` +
  assetSql +
  `, 'paused', fromUnixTimestamp64Milli(toInt64(1780056000000)), fromUnixTimestamp64Milli(toInt64(1780142400000)), number + 1
FROM numbers({length:UInt64}) WHERE number % 5 = 0`;

/** Adds a test of each rule for each length. */
export function addTests(test: Test, lengths: readonly number[]): void {
  const changes = changesOf(Math.max(...lengths));
  const directory = mkdtempSync(join(tmpdir(), 'attestry-watchlists-'));
  let fixture: TablesFixture;
  let listener: SocketListener;
  let tables: Tables;

  test.before(async () => {
    fixture = await openTablesFixture();
    await fixture.project('changes', changes, { timestamp: ({ revisedAt }) => revisedAt });
    for (const length of lengths) {
      for (const sql of [itemsSql, hiddenSql]) await fixture.writer.query(sql, { tenantId: `t-${length}`, length });
    }
    const socketPath = join(directory, 'tables.sock');
    const endpoint = createSqlEndpoint({
      queries: fixture.operator,
      allowedViews: [],
      full: true,
      logger: { error: () => undefined },
      allowedHosts: [],
      newQueryId: () => 'query-1',
    });
    listener = await listenOnSocket(endpoint, socketPath);
    tables = openServerTables({ socketPath }, { connections: 3, limitMs: 30_000 });
  });
  test.after(async () => {
    await tables.close();
    await listener.close();
    await fixture.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const everything = {
    since: 0,
    categories: [],
    items: [],
    materialities: [],
    severities: [],
    directions: [],
    newOnly: false,
    showAll: true,
    by: 'detected',
  } as const;
  const byTime = (a: Change, b: Change): number => b.detectedAt - a.detectedAt || (a.id < b.id ? 1 : -1);
  const visibleTo = (snapshot: TenantSnapshot): readonly Change[] =>
    changes.filter((one) => visibility(one, snapshot) !== null);
  const idsOf = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id);

  for (const length of lengths) {
    const tenantId = `t-${length}`;
    const snapshotOf = async (): Promise<TenantSnapshot> => {
      const snapshot = await readSnapshot(tables, tenantId);
      assert.is(snapshot.items.size, length);
      return snapshot;
    };

    test(`${length} assets: the feed is the first 200 of all, by time, impact and severity`, async () => {
      const snapshot = await snapshotOf();
      const visible = visibleTo(snapshot);
      assert.ok(visible.length > 201 && visible.length < changes.length, String(visible.length));
      for (const sort of length > 10_000 ? (['severity'] as const) : feedOrders) {
        const feed = await pickChanges(tables, snapshot, { ...everything, sort });
        const rank = ({ direction, severity }: Change): number => {
          if (sort === 'severity') return severityRank(severity);
          return sort === 'impact' ? byRank.findIndex((one) => one === direction) : 0;
        };
        const expected = [...visible].sort((a, b) => rank(a) - rank(b) || byTime(a, b)).slice(0, 200);
        assert.equal(idsOf(feed.changes), idsOf(expected));
        assert.ok(feed.truncated);
        assert.equal(
          feed.changes.map(({ isNew }) => isNew),
          expected.map((one) => visibility(one, snapshot)?.isNew),
        );
      }
    });

    test(`${length} assets: the inbox pages through all of them, and counts all as unread`, async () => {
      const snapshot = await snapshotOf();
      const notified = changes.filter((one) => {
        const item = snapshot.items.get(one.assetId);
        return item !== undefined && isNotified(one, item);
      });
      const found: string[] = [];
      let after: Cursor | null = null;
      do {
        const page: Awaited<ReturnType<typeof pickNotices>> = await pickNotices(
          tables,
          { tenantId, snapshot },
          { unreadOnly: false, limit: length / 10, after, bySeverity: length === lengths[0] },
        );
        assert.is(page.unread, notified.length);
        found.push(...page.notices.map((one) => one.change?.id ?? ''));
        after = page.next;
      } while (after !== null);
      assert.equal(found.sort(), [...idsOf(notified)].sort());
    });

    test(`${length} assets: an export has every change once, by asset and time, from any cursor on`, async () => {
      const snapshot = await snapshotOf();
      let snapshots = 0;
      const source = {
        tables,
        snapshot: async () => {
          snapshots += 1;
          return snapshot;
        },
      };
      const start = { of: '', since: 0, exportedUpTo: new Map<number, number>(), addedUpTo: 0, under: null };
      const exportOf = async (begin: Parameters<typeof planExport>[2]) => {
        const plan = await planExport(source, everything, begin);
        const exported = [];
        for await (const page of pagesOf(source, plan)) exported.push(...page);
        return { plan, exported };
      };
      const expected = idsOf(
        [...visibleTo(snapshot)].sort((a, b) =>
          a.assetId === b.assetId ? -byTime(a, b) : a.assetId < b.assetId ? -1 : 1,
        ),
      );
      const whole = await exportOf(start);
      assert.equal(idsOf(whole.exported), expected);
      assert.ok(snapshots <= 2 + length / 1_000 + expected.length / 500, 'a snapshot a page, not one an asset');

      const cut = Math.floor(expected.length / 2);
      const last = whole.exported[cut - 1];
      if (last === undefined) throw new Error('nothing was exported');
      const { ends, sure, addedUpTo } = whole.plan;
      const under = { ends, sure, addedUpTo, assetId: last.assetId, detectedAt: last.detectedAt, id: last.id };
      const rest = await exportOf({ ...start, under });
      assert.equal(idsOf(rest.exported), expected.slice(cut));
    });

    test(`${length} assets: a stream that is far behind gets the first changes of the log, a change is found by its id`, async () => {
      const snapshot = await snapshotOf();
      const range = { from: new Map([[0, 100]]), ends: await readEnds(tables), limit: 200 };
      const rows = await readRange(tables, range, snapshot.assetIds);
      const watched = changes.slice(100).filter((one) => snapshot.items.has(one.assetId));
      assert.equal(idsOf(rows), idsOf(watched.slice(0, 200)));

      const last = changes
        .filter((one) => snapshot.items.has(one.assetId))
        .sort((a, b) => (a.assetId < b.assetId ? 1 : -1))[0];
      if (last === undefined) throw new Error('no change');
      assert.is((await placeChange(tables, last.id, snapshot.assetIds))?.assetId, last.assetId);
      assert.is(await placeChange(tables, 'register:unknown', snapshot.assetIds), null);
    });
  }
}
