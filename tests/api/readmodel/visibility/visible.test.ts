/** Which changes a tenant may see is written in SQL and in TypeScript: both decide alike, whatever the times are. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRows } from '../../../../api/readmodel/tables/rows.ts';
import type { LoggedChange } from '../../../../api/readmodel/memory/changes/logged-change.ts';
import type { SnapshotItem, TenantSnapshot } from '../../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import {
  pickedOf,
  decodePicked,
  type PickedRow,
  pickSlices,
  pickSqlWith,
} from '../../../../api/readmodel/resources/changes/picked.ts';
import type { Cursor } from '../../../../api/readmodel/resources/notifications/notice-rows.ts';
import { pickNotices } from '../../../../api/readmodel/resources/notifications/queries.ts';
import { isNotified, relevantAt, verdictMembers, visibility } from '../../../../api/readmodel/visibility/visible.ts';
import type { Change, Verdict } from '../../../../schemas/generated/records.ts';
import { termsOf } from '../../../../schemas/vocabulary.ts';
import { runsOf } from '../../../support/runs.ts';
import { openTablesFixture, type TablesFixture } from '../../../support/tables-fixture.ts';
import { assetId, change, verdict } from '../../records.ts';

const assets = 3;
/** Few times, so that changes often fall on the ends of intervals. */
const times = [1, 2, 3, 4, 5, 6].map((n) => Date.UTC(2026, 0, n));
const timeOrNone = [...times.slice(0, 5), null] as const;

/** Every combination of asset, detection, notable time, confirmation or withdrawal, and low signal. */
const changes: readonly Change[] = Array.from({ length: assets }, (_, n) => n).flatMap((n) =>
  times.slice(0, 4).flatMap((detectedAt) =>
    timeOrNone.flatMap((notableAt) =>
      [true, false].flatMap((confirmed) =>
        [true, false].map((lowSignal) => {
          const name = [n, detectedAt, notableAt, confirmed, lowSignal].join(' ');
          const revisedAt = detectedAt + (times[1] ?? 0) - (times[0] ?? 0);
          const disposition = confirmed ? 'shown' : 'superseded';
          const severity = termsOf('severity')[(n + detectedAt) % 4] ?? 'low';
          return change(name, n, { detectedAt, notableAt, revisedAt, confirmed, lowSignal, disposition, severity });
        }),
      ),
    ),
  ),
);

/** Verdicts of every asset and time, notified or not. */
const verdicts: readonly Verdict[] = Array.from({ length: assets }, (_, n) => n).flatMap((n) =>
  times.flatMap((since) => [true, false].map((isNotice) => verdict(n, since, isNotice))),
);

let fixture: TablesFixture;
test.before(async () => {
  fixture = await openTablesFixture();
  await fixture.project('changes', changes, { timestamp: ({ revisedAt }) => revisedAt });
  await fixture.project('verdicts', verdicts, { timestamp: ({ since }) => since });
});
test.after(async () => {
  await fixture.close();
});

const time = fc.constantFrom(...times);
const item: fc.Arbitrary<SnapshotItem> = fc.record({
  itemId: fc.uuid(),
  isListed: fc.boolean(),
  gathering: fc.boolean(),
  addSeq: fc.constant(1),
  addedAt: time,
  hidden: fc.array(fc.tuple(time, fc.option(time, { nil: null })), { maxLength: 3 }),
});
const snapshots: fc.Arbitrary<TenantSnapshot> = fc
  .record({
    items: fc.array(fc.option(item, { nil: null }), { minLength: assets, maxLength: assets }),
    seenAt: time,
    // The conditions on hidden time are left out where no item has an interval.
    hasHidden: fc.boolean(),
  })
  .map(({ items, seenAt, hasHidden }) => ({
    items: new Map(
      items.flatMap((one, n) =>
        one === null ? [] : [[assetId(n), { ...one, hidden: hasHidden ? one.hidden : [] }] as const],
      ),
    ),
    assetIds: [],
    seenAt,
    intakes: [],
    readAt: new Map(),
  }));

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

test('the feed: SQL and TypeScript show the same changes, and call the same ones new', async () => {
  await fc.assert(
    fc.asyncProperty(snapshots, fc.boolean(), async (snapshot, newOnly) => {
      const [parameters] = pickSlices(snapshot, { ...everything, newOnly });
      const rows =
        parameters === undefined
          ? []
          : await readRows<PickedRow>(
              fixture.reader,
              { sql: pickSqlWith('detected', parameters), decode: decodePicked },
              { ...parameters },
            );
      const bySql = rows
        .flatMap((row) => pickedOf(row, snapshot))
        .map(({ id, itemId, isNew }) => ({ id, itemId, isNew }));
      const byCode = changes.flatMap((one) => {
        const visible = visibility(one, snapshot);
        if (visible === null || (newOnly && !(one.confirmed && visible.isNew))) return [];
        return [{ id: one.id, itemId: visible.item.itemId, isNew: visible.isNew }];
      });
      assert.equal(bySql.sort(byId), byCode.sort(byId));
    }),
    { numRuns: runsOf(60) },
  );
});

test('the inbox: SQL and TypeScript notify of the same changes and verdicts, at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(snapshots, async (snapshot) => {
      const request = { unreadOnly: false, limit: 1_000, after: null, bySeverity: false };
      const { notices, unread } = await pickNotices(fixture.reader, { tenantId: 't', snapshot }, request);
      const bySql = notices.map((one) => ({ id: one.change?.id ?? one.sortId, at: one.createdAt, itemId: one.itemId }));
      const byCode = changes.flatMap((one) => {
        const watched = snapshot.items.get(one.assetId);
        if (watched === undefined || !isNotified(one, watched)) return [];
        return [{ id: one.id, at: relevantAt(one satisfies Pick<LoggedChange, 'notableAt'>), itemId: watched.itemId }];
      });
      for (const one of verdicts) {
        const watched = snapshot.items.get(one.assetId);
        if (watched === undefined || one.noticeKind === null || !isNotified(verdictMembers(one), watched)) continue;
        byCode.push({ id: one.groupId, at: one.since, itemId: watched.itemId });
      }
      assert.equal(bySql.sort(byId), byCode.sort(byId));
      assert.is(unread, byCode.length);
    }),
    { numRuns: runsOf(60) },
  );
});

test('pages of the inbox are the same with and without read markers', async () => {
  await fc.assert(
    fc.asyncProperty(snapshots, fc.integer({ min: 1, max: 40 }), fc.boolean(), async (snapshot, limit, bySeverity) => {
      const marked = { ...snapshot, readAt: new Map([['a marker of another notification', 1]]) };
      let after: Cursor | null = null;
      for (let page = 0; page < 3; page += 1) {
        const request = { unreadOnly: false, limit, after, bySeverity };
        const plain: Awaited<ReturnType<typeof pickNotices>> = await pickNotices(
          fixture.reader,
          { tenantId: 't', snapshot },
          request,
        );
        assert.equal(await pickNotices(fixture.reader, { tenantId: 't', snapshot: marked }, request), plain);
        if (plain.next === null) break;
        after = plain.next;
      }
    }),
    { numRuns: 15 },
  );
});

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

test.run();
