/** Streams, webhooks and exports pass no change over because the row of a command that was before it is inserted after it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LoggedChange } from '../../../../api/readmodel/memory/changes/logged-change.ts';
import type { SnapshotItem, TenantSnapshot } from '../../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import type { StreamCursor } from '../../../../api/readmodel/resources/stream/cursor.ts';
import { decidedSnapshots } from '../../../../api/readmodel/resources/export/decided-snapshot.ts';
import { createEventReader } from '../../../../api/readmodel/resources/stream/read-events.ts';
import { shareReads } from '../../../../api/readmodel/resources/stream/share-reads.ts';
import { commandsInserted } from '../../../../cli/service/tables/commands-inserted.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { isInOpenInterval } from '../../../../api/readmodel/visibility/visible.ts';
import { assetId, change } from '../../records.ts';

const detected = change('late', 1, { detectedAt: 5_000, revisedAt: 5_000, notableAt: null, confirmed: false });
const row: LoggedChange = {
  assetId: detected.assetId,
  id: detected.id,
  revision: 0,
  detectedAt: 5_000,
  notableAt: null,
  lowSignal: false,
  disposition: 'shown',
  severityRank: 4,
  groupId: detected.groupId,
  partition: 0,
  offset: 7,
};
const begin: StreamCursor = { of: 'x', sentUpTo: new Map([[0, 3]]), intakesUpTo: 0, verdictsUpTo: new Map() };

const itemOf = (hidden: SnapshotItem['hidden']): SnapshotItem => ({
  itemId: 'i',
  isListed: true,
  gathering: false,
  addSeq: 1,
  addedAt: 1,
  hidden,
});
const snapshotOf = (hidden: SnapshotItem['hidden']): TenantSnapshot => ({
  items: new Map([[assetId(1), itemOf(hidden)]]),
  assetIds: [assetId(1)],
  seenAt: 0,
  intakes: [],
  readAt: new Map(),
});

interface Parts {
  readonly hasAllWrites?: boolean;
  readonly commandsInserted: (tenantId: string) => Promise<void>;
  readonly refresh?: () => Promise<void>;
  readonly hiddenOf: (tenantId: string) => SnapshotItem['hidden'];
}

/** A reader with one change behind `begin`. */
const openReader = ({ hasAllWrites = true, commandsInserted: inserted, refresh, hiddenOf }: Parts) =>
  createEventReader({
    tables: { query: async () => [], commandsInserted: inserted },
    recent: {
      changes: {
        behind: async () => ({ rows: [row], changes: [detected], ends: new Map([[0, 8]]) }),
        groupsOf: async () => ({ members: new Map(), unknown: [] }),
      },
      notices: { behind: async () => ({ rows: [], ends: new Map() }) },
    },
    store: { keep: () => undefined, read: async () => new Map() },
    registry: { summaries: async () => new Map(), byId: () => undefined, summary: () => undefined },
    versions: { position: () => 0, hasAllWrites, refresh },
    snapshots: { of: async (tenantId: string) => snapshotOf(hiddenOf(tenantId)) },
  } as unknown as Parameters<typeof createEventReader>[0]);

/** Reads once; `hidden` are the intervals that the tables show before and after the rows of all commands are inserted. */
async function read(hidden: readonly [SnapshotItem['hidden'], SnapshotItem['hidden']], hasAllWrites: boolean) {
  const calls: string[] = [];
  const reader = openReader({
    hasAllWrites,
    commandsInserted: async (tenantId) => void calls.push(`commands of ${tenantId}`),
    refresh: async () => void calls.push('refresh'),
    hiddenOf: () => hidden[calls.includes('commands of tenant') ? 1 : 0],
  });
  const { events, cursor } = await reader.after('tenant', begin);
  return { calls, sent: events.map(({ about }) => about), sentUpTo: cursor.sentUpTo.get(0) };
}

for (const hasAllWrites of [true, false]) {
  const process = hasAllWrites ? 'the process that inserts the rows' : 'another process';
  test(`${process} decides on a change in an open pause once the rows of all earlier commands are inserted`, async () => {
    const refresh = hasAllWrites ? [] : ['refresh'];
    const resumed = await read([[[1_000, null]], [[1_000, 4_900]]], hasAllWrites);
    assert.equal(resumed.calls, [...refresh, 'commands of tenant', ...refresh]);
    assert.equal(resumed.sent, [`${detected.id}:0`]);
    const paused = await read([[[1_000, null]], [[1_000, null]]], hasAllWrites);
    assert.equal([paused.sent, paused.sentUpTo], [[], 8]);
    const open = await read([[[6_000, null]], []], hasAllWrites);
    assert.equal(open.calls, refresh, 'a pause that began later decides nothing');
    assert.equal(open.sent, [`${detected.id}:0`]);
  });
}

test('reads that wait for rows of commands hold up no read of others', async () => {
  let end = (): void => undefined;
  const stalled = new Promise<void>((resolve) => {
    end = resolve;
  });
  const reader = shareReads(
    openReader({
      commandsInserted: () => stalled,
      hiddenOf: (tenantId) => (tenantId === 'other' ? [] : [[1_000, null]]),
    }),
  );
  const waiting = ['a', 'b', 'c'].map((tenantId) => reader.after(tenantId, begin));
  assert.is((await reader.after('other', begin)).events.length, 1);
  end();
  const sent = await Promise.all(waiting);
  assert.equal(
    sent.map(({ cursor }) => cursor.sentUpTo.get(0)),
    [8, 8, 8],
  );
});

test('an export decides once the rows of all commands before its end are inserted, if an item is hidden', async () => {
  const calls: string[] = [];
  const snapshotsOf = (hidden: readonly SnapshotItem['hidden'][]) => {
    calls.length = 0;
    let reading = 0;
    return decidedSnapshots('tenant', {
      tables: { commandsInserted: async (tenantId) => void calls.push(`commands of ${tenantId}`) },
      snapshots: {
        fresh: async () => {
          calls.push('snapshot');
          return snapshotOf(hidden[reading++] ?? []);
        },
      },
    });
  };
  const paused = snapshotsOf([[[1_000, null]], [[1_000, 4_900]], [[6_000, null]]]);
  assert.equal((await paused()).items.get(assetId(1))?.hidden, [[1_000, 4_900]]);
  await paused();
  assert.equal(calls, ['snapshot', 'commands of tenant', 'snapshot', 'snapshot'], 'once, not for each page');
  await snapshotsOf([[[1_000, 4_900]]])();
  assert.equal(calls, ['snapshot']);
});

test('a change is undecided while an interval without an end began before it was detected or became notable', () => {
  assert.is(isInOpenInterval(row, itemOf([[5_000, null]])), true);
  assert.is(isInOpenInterval(row, itemOf([[5_001, null]])), false);
  assert.is(isInOpenInterval({ ...row, notableAt: 5_001 }, itemOf([[5_001, null]])), true);
  assert.is(isInOpenInterval(row, itemOf([[1, 9_000]])), false);
});

interface Reading {
  commands: number;
  events: number;
}

/** An account log of which processor and sink have read so much at the n-th reading of positions. */
function engineOf(readings: readonly Reading[], ends: Reading) {
  let reading = 0;
  const seen: string[] = [];
  const engine = {
    log: {
      partitionsOf: () => 1,
      ranges: async (topic: string) => [
        { partition: 0, low: 0, end: topic === 'accounts.commands' ? ends.commands : ends.events },
      ],
    },
    processors: {
      positionsOf: async (name: string) => {
        const { commands, events } = readings[reading] ?? readings.at(-1) ?? ends;
        reading += 1;
        seen.push(name);
        return { position: () => (name === 'accounts' ? commands : events), get: () => undefined };
      },
    },
  };
  return { engine: engine as unknown as Parameters<typeof commandsInserted>[0], seen };
}

test('the wait ends once the commands are decided and the rows of their events are inserted', async () => {
  const { engine, seen } = engineOf(
    [
      { commands: 2, events: 9 },
      { commands: 2, events: 9 },
      { commands: 3, events: 9 },
      { commands: 3, events: 9 },
      { commands: 3, events: 9 },
      { commands: 3, events: 11 },
    ],
    { commands: 3, events: 11 },
  );
  await commandsInserted(engine)('tenant');
  assert.equal(seen, ['accounts', 'accounts', 'accounts', 'accounts-sink', 'accounts-sink', 'accounts-sink']);
});

test('nothing is waited for where all is inserted', async () => {
  const { engine, seen } = engineOf([{ commands: 3, events: 11 }], { commands: 3, events: 11 });
  await commandsInserted(engine)('tenant');
  assert.equal(seen, ['accounts', 'accounts', 'accounts-sink', 'accounts-sink']);
});

test('rows that do not come are an error that is tried again', async () => {
  const { engine } = engineOf([{ commands: 2, events: 9 }], { commands: 3, events: 11 });
  const error = await commandsInserted(engine, { pollMs: 0, mostPolls: 3 })('tenant').catch((one: unknown) => one);
  assert.instance(error, RetryableError);
});

test.run();
