import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeRows } from '../../../pipeline/sink/encode.ts';
import { sinkTables } from '../../../pipeline/sink/tables.ts';
import type { AccountEvent, WatchItem } from '../../../schemas/generated/records.ts';
import { type MigratedTables, openMigratedTables } from '../../support/migrated-tables.ts';

let tables: MigratedTables;
test.before(async () => {
  tables = await openMigratedTables();
});
test.after(() => tables.close());

const item: WatchItem = {
  itemId: 'item-1',
  assetId: 'asset-1',
  state: 'gathering',
  stateReason: null,
  intakeStatus: 'queued',
  monitoringEnabled: true,
  note: 'quotes " and\nlines',
  addedAt: 1000,
  currentAddAt: 2000,
  currentAddSeq: 3,
};

const event: AccountEvent = {
  eventId: 'event-3',
  tenantId: 'tenant-1',
  seq: 3,
  commandId: 'command-3',
  inputPosition: 17,
  type: 'watch.added',
  at: 2000,
  actor: 'key:k1',
  item: null,
  intervals: [],
  key: null,
  tenant: null,
  notice: null,
  session: null,
  marks: null,
  webhook: null,
  request: null,
  outcome: null,
};

async function apply(events: readonly AccountEvent[]): Promise<void> {
  for (const { table, columns, rowsOf } of sinkTables['accounts.events']) {
    const rows = events.flatMap((one) => rowsOf(one, { partition: 1, offset: one.seq + 100, timestamp: one.at }));
    if (rows.length > 0) await tables.insert(table, columns, encodeRows(rows));
  }
}

const select = (sql: string): Promise<readonly (readonly unknown[])[]> => tables.rows(sql);

test('an event without parts is a row of no table', () => {
  for (const { table, rowsOf } of sinkTables['accounts.events']) {
    assert.equal(rowsOf(event, { partition: 0, offset: 0, timestamp: 0 }), [], table);
  }
});

test('the end of a session is a row of its own, which a later renewal does not replace', async () => {
  const session = { sessionSha256: 's1', keyId: 'k1' };
  await apply([
    { ...event, type: 'session.opened', session: { ...session, kind: 'opened' } },
    { ...event, type: 'session.changed', seq: 4, at: 3000, session: { ...session, kind: 'closed' } },
    { ...event, type: 'session.changed', seq: 5, at: 4000, session: { ...session, kind: 'renewed' } },
    { ...event, type: 'session.changed', seq: 6, at: 5000, session: { ...session, kind: 'renewed' } },
  ]);
  const found = await select(
    'SELECT kind, tenant_id, key_id, toUnixTimestamp64Milli(at) FROM attestry.store_sessions FINAL ORDER BY kind',
  );
  assert.equal(
    found.map((row) => row.map(String)),
    [
      ['closed', 'tenant-1', 'k1', '3000'],
      ['opened', 'tenant-1', 'k1', '2000'],
      ['renewed', 'tenant-1', 'k1', '5000'],
    ],
  );
});

test('a notification has one row, that of its last mark, without a time once it is unread again', async () => {
  const marks = (seq: number, notificationIds: readonly string[], readAt: number | null): AccountEvent => ({
    ...event,
    type: 'inbox.marked',
    seq,
    marks: { notificationIds: [...notificationIds], readAt },
  });
  await apply([marks(4, ['n1', 'n2'], 3000), marks(5, ['n1'], null), marks(6, ['n3'], 4000)]);
  const found = await select(
    'SELECT notification_id, toUnixTimestamp64Milli(read_at), seq FROM attestry.store_read_markers FINAL ORDER BY notification_id',
  );
  assert.equal(found, [
    ['n1', null, '5'],
    ['n2', '3000', '4'],
    ['n3', '4000', '6'],
  ]);
});

test('a command outcome keeps the item as decided, and absent parts stay null', async () => {
  const accepted = { status: 'accepted', code: null, message: null, limit: 50, used: 1, item };
  const rejected = { ...accepted, status: 'rejected', code: 'watchlist_limit_reached', message: 'Full.', item: null };
  await apply([
    { ...event, outcome: accepted },
    { ...event, seq: 4, commandId: 'command-4', outcome: rejected },
  ]);
  const found = await select(
    'SELECT command_id, tenant_id, status, code, message, `limit`, used, item, toUnixTimestamp64Milli(at), seq, log_partition, log_offset FROM attestry.store_command_outcomes FINAL ORDER BY seq',
  );
  assert.equal(
    found.map((row) => [...row.slice(0, 7), JSON.parse(String(row[7])) as unknown, ...row.slice(8)]),
    [
      ['command-3', 'tenant-1', 'accepted', null, null, 50, 1, item, '2000', '3', 1, '103'],
      ['command-4', 'tenant-1', 'rejected', 'watchlist_limit_reached', 'Full.', 50, 1, null, '2000', '4', 1, '104'],
    ],
  );
});

test('a removed item stays, in state removed, and the highest sequence wins whatever order events arrive in', async () => {
  await apply([{ ...event, seq: 9, type: 'watch.removed', item: { ...item, state: 'removed', intakeStatus: null } }]);
  await apply([{ ...event, seq: 5, item }]);
  await apply([{ ...event, seq: 7, tenantId: 'tenant-2', item: { ...item, note: null } }]);
  assert.equal(
    await select(
      'SELECT tenant_id, item_id, asset_id, state, intake_status, monitoring_enabled, note, toUnixTimestamp64Milli(added_at), toUnixTimestamp64Milli(current_add_at), current_add_seq, seq FROM attestry.store_watch_items FINAL ORDER BY tenant_id',
    ),
    [
      ['tenant-1', 'item-1', 'asset-1', 'removed', null, true, 'quotes " and\nlines', '1000', '2000', '3', '9'],
      ['tenant-2', 'item-1', 'asset-1', 'gathering', 'queued', true, null, '1000', '2000', '3', '7'],
    ],
  );
});

test('closing a hidden interval replaces the open one; others of the event stay apart', async () => {
  const interval = { intervalId: 'i1', assetId: 'asset-1', kind: 'paused', from: 10, to: null };
  await apply([{ ...event, seq: 1, intervals: [interval, { ...interval, intervalId: 'i2', kind: 'removed' }] }]);
  await apply([{ ...event, seq: 2, intervals: [{ ...interval, to: 20 }] }]);
  assert.equal(
    await select(
      'SELECT tenant_id, asset_id, interval_id, kind, toUnixTimestamp64Milli(`from`), toUnixTimestamp64Milli(`to`), seq FROM attestry.store_hidden_intervals FINAL ORDER BY interval_id',
    ),
    [
      ['tenant-1', 'asset-1', 'i1', 'paused', '10', '20', '2'],
      ['tenant-1', 'asset-1', 'i2', 'removed', '10', null, '1'],
    ],
  );
});

test('key, tenant and notice of one event are one row each', async () => {
  await apply([
    {
      ...event,
      tenant: { limit: 50, seenAt: 5, createdAt: 4 },
      key: {
        keyId: 'k1',
        name: 'Demo',
        secretSha256: 'ab',
        last4: 'wxyz',
        scopes: ['monitoring:read', 'watchlist:write'],
        createdAt: 4,
        expiresAt: null,
        revokedAt: 9,
        replaces: 'k0',
        usedOn: '2026-01-05',
      },
      notice: { noticeId: 'n1', itemId: 'item-1', assetId: 'asset-1', kind: 'intake_ready', reason: null },
    },
  ]);
  assert.equal(
    await select(
      'SELECT tenant_id, `limit`, toUnixTimestamp64Milli(seen_at), toUnixTimestamp64Milli(created_at), seq FROM attestry.store_tenants FINAL',
    ),
    [['tenant-1', 50, '5', '4', '3']],
  );
  assert.equal(
    await select(
      'SELECT key_id, tenant_id, name, secret_sha256, last4, scopes, toUnixTimestamp64Milli(created_at), expires_at, toUnixTimestamp64Milli(revoked_at), seq FROM attestry.store_api_keys FINAL',
    ),
    [['k1', 'tenant-1', 'Demo', 'ab', 'wxyz', ['monitoring:read', 'watchlist:write'], '4', null, '9', '3']],
  );
  assert.equal(
    await select(
      'SELECT tenant_id, notice_id, item_id, asset_id, kind, reason, toUnixTimestamp64Milli(created_at) FROM attestry.store_intake_notices FINAL',
    ),
    [['tenant-1', 'n1', 'item-1', 'asset-1', 'intake_ready', null, '2000']],
  );
});

test.run();
