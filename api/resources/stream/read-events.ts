import type { VersionTracker } from '../../memory/versions.ts';
import { maxOffsets, type LogOffsets, readBounds } from '../../memory/log-offsets.ts';
import type { LoggedChange } from '../../memory/logged-change.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import { presentChange } from '../changes/present.ts';
import type { PickedNotice } from '../../memory/notice.ts';
import type { TenantSnapshot, TenantSnapshots } from '../../memory/tenant-snapshot.ts';
import { isNotified, relevantAt, visibility, type Visibility } from '../../visibility/visible.ts';
import { notificationIdOf } from '../notifications/queries.ts';
import { readOpenMatches } from '../notifications/open-matches.ts';
import { readNotices } from '../notifications/read.ts';
import { type StreamCursor, streamOf, writeStreamCursor } from './cursor.ts';
import { type Batch, type BatchDependencies, createBatchReader } from './read-batch.ts';

interface StreamEvent {
  readonly name: 'change' | 'notification';
  /** JSON text. */
  readonly data: string;
  /** A client that has this event continues behind it. */
  readonly id: string;
}

export interface StreamBatch {
  readonly events: readonly StreamEvent[];
  /** The place behind these events. */
  readonly cursor: StreamCursor;
  /** Whether there are more events already. */
  readonly hasMore: boolean;
}

export interface EventReader {
  /** The cursor behind all present changes. */
  readonly now: (tenantId: string) => Promise<StreamCursor>;
  /** The events of a tenant behind a cursor, in the order of the log; not all of them if there are many. */
  readonly after: (tenantId: string, cursor: StreamCursor) => Promise<StreamBatch>;
}

export interface EventReaderDependencies extends BatchDependencies {
  readonly registry: RegistryReader;
  readonly snapshots: TenantSnapshots;
  readonly versions: Pick<VersionTracker, 'position' | 'tenantVersion' | 'hasAllWrites' | 'refresh'>;
}

/**
 * Reads the events of a stream. Changes are read once for all tenants, and each tenant's snapshot decides which it may see.
 * A notification follows the change that causes it, so that a broken connection loses neither.
 */
export function createEventReader(dependencies: EventReaderDependencies): EventReader {
  const { tables, versions, snapshots } = dependencies;
  const batches = createBatchReader(dependencies);
  return {
    now: async (tenantId) => {
      const [{ reached: sentUpTo }, snapshot] = await Promise.all([readBounds(tables), snapshots.of(tenantId)]);
      return { of: streamOf(tenantId), sentUpTo, intakesUpTo: snapshot.intakes.at(-1)?.seq ?? 0 };
    },
    after: async (tenantId, cursor) => {
      const batch = await batches.behind(cursor.sentUpTo, async () => [...(await snapshots.of(tenantId)).items.keys()]);
      // Another process may have accepted a pause that began before the changes just read.
      if (!versions.hasAllWrites && batch.rows.length > 0) await versions.refresh();
      const snapshot = await snapshots.of(tenantId);
      const shown = batch.rows.flatMap((row) => shownTo(snapshot, row));
      const intakes = snapshot.intakes.filter(({ seq }) => seq > cursor.intakesUpTo);
      const members = shown.length === 0 ? noMembers : await batch.members();
      const groups = noticesOf(tenantId, snapshot, shown, members);
      const openMatches = await readOpenMatches(tables, intakes);
      const read = await readNotices([...groups, ...intakes], { ...dependencies, openMatches });
      const notices = new Map(read.map((one) => [one.notice.sortId, one.item]));
      const last = batch.isWhole ? undefined : batch.rows.at(-1);
      const sentUpTo =
        last === undefined
          ? maxOffsets(cursor.sentUpTo, batch.ends)
          : positionsAfter(last, cursor.sentUpTo, batch.ends);
      return {
        events: eventsOf({ shown, intakes, notices, batch, members, cursor, registry: dependencies.registry }),
        cursor: { ...cursor, sentUpTo, intakesUpTo: intakes.at(-1)?.seq ?? cursor.intakesUpTo },
        hasMore: last !== undefined,
      };
    },
  };
}

/** Changes by group. */
type Members = ReadonlyMap<string, readonly LoggedChange[]>;

const noMembers: Members = new Map();

interface Shown extends Visibility {
  readonly row: LoggedChange;
}

/** The changes that the stream sends: those of the feed, without its window and without low signal. */
function shownTo(snapshot: TenantSnapshot, row: LoggedChange): readonly Shown[] {
  const visible = row.lowSignal ? null : visibility(row, snapshot);
  return visible === null ? [] : [{ row, ...visible }];
}

/** Notifications of the groups with a notable change, by the rule of the inbox. */
function noticesOf(
  tenantId: string,
  snapshot: TenantSnapshot,
  shown: readonly Shown[],
  members: Members,
): readonly PickedNotice[] {
  const groups = new Map(
    shown.filter(({ row }) => row.notableAt !== null).map(({ row, item }) => [row.groupId, { row, item }]),
  );
  return [...groups].flatMap(([groupId, { row, item }]) => {
    const notable = (members.get(groupId) ?? [])
      .filter((member) => member.assetId === row.assetId && isNotified(member, item))
      .sort((a, b) => a.directionRank - b.directionRank || (a.id < b.id ? -1 : 1));
    const [first] = notable;
    if (first === undefined) return [];
    const notificationId = notificationIdOf(tenantId, groupId);
    return [
      {
        notificationId,
        sortId: groupId,
        assetId: row.assetId,
        itemId: item.itemId,
        createdAt: Math.min(...notable.map(relevantAt)),
        readAt: snapshot.readAt.get(notificationId) ?? null,
        change: { id: first.id, revision: first.revision, detectedAt: first.detectedAt },
        kind: '',
        reason: null,
      },
    ];
  });
}

/** Offsets behind a change that was sent: partitions are sent one after the other. */
const positionsAfter = ({ partition, offset }: LoggedChange, sentUpTo: LogOffsets, ends: LogOffsets): LogOffsets =>
  new Map(
    [...maxOffsets(sentUpTo, ends)].map(([one, end]) => {
      if (one === partition) return [one, offset + 1];
      return [one, one < partition ? end : (sentUpTo.get(one) ?? 0)];
    }),
  );

interface EventParts {
  readonly shown: readonly Shown[];
  readonly intakes: TenantSnapshot['intakes'];
  /** By group, or by id of the intake's notification. */
  readonly notices: ReadonlyMap<string, object>;
  readonly batch: Batch;
  readonly members: Members;
  readonly cursor: StreamCursor;
  readonly registry: RegistryReader;
}

function eventsOf({ shown, intakes, notices, batch, members, cursor, registry }: EventParts): readonly StreamEvent[] {
  const events: StreamEvent[] = [];
  const given = new Set<string>();
  let reached = cursor;
  for (const { row, item, isNew } of shown) {
    const change = batch.changes.get(row.id);
    if (change === undefined) continue;
    const before = reached;
    reached = { ...cursor, sentUpTo: positionsAfter(row, cursor.sentUpTo, batch.ends) };
    const notice = row.notableAt === null || given.has(row.groupId) ? undefined : notices.get(row.groupId);
    const { itemId, gathering } = item;
    const group = (members.get(row.groupId) ?? [row]).map(({ id }) => id);
    const shownChange = presentChange(change, { ...row, itemId, gathering, isNew }, group, registry);
    // A client that loses the connection between the two gets both again.
    const id = writeStreamCursor(notice === undefined ? reached : before);
    events.push({ name: 'change', data: JSON.stringify({ ...shownChange, revision: change.revision }), id });
    if (notice === undefined) continue;
    given.add(row.groupId);
    events.push(notificationOf(notice, reached));
  }
  for (const { notificationId, seq } of intakes) {
    reached = { ...reached, intakesUpTo: seq };
    const notice = notices.get(notificationId);
    if (notice !== undefined) events.push(notificationOf(notice, reached));
  }
  return events;
}

const notificationOf = (notice: object, reached: StreamCursor): StreamEvent => ({
  name: 'notification',
  data: JSON.stringify(notice),
  id: writeStreamCursor(reached),
});
