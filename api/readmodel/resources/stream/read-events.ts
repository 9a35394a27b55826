import type { VersionTracker } from '../../memory/versions.ts';
import { maxOffsets, offsetsAfter, readBounds } from '../../memory/log-offsets.ts';
import type { LoggedChange } from '../../memory/changes/logged-change.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import type { PickedNotice } from '../../memory/tenants/notice.ts';
import type { TenantSnapshot, TenantSnapshots } from '../../memory/tenants/tenant-snapshot.ts';
import { severityOfRank } from '../../../../schemas/severity.ts';
import {
  type DecidingMembers,
  isInOpenInterval,
  isNotified,
  relevantAt,
  verdictMembers,
  visibility,
} from '../../visibility/visible.ts';
import { notificationIdOf } from '../notifications/queries.ts';
import { readOpenMatches } from '../notifications/open-matches.ts';
import { readNotices } from '../notifications/read.ts';
import { type StreamCursor, streamOf } from './cursor.ts';
import {
  eventsOf,
  eventsOfVerdicts,
  type Members,
  type ShownChange,
  type StreamEvent,
  verdictsReached,
} from './events.ts';
import { type BatchDependencies, createBatchReader } from './read-batch.ts';
import { createVerdictReader, noticeFor } from './verdict-notices.ts';

export interface StreamBatch {
  readonly events: readonly StreamEvent[];
  /** The place behind these events. */
  readonly cursor: StreamCursor;
  /** Whether there are more events already. */
  readonly hasMore: boolean;
}

/** Runs a part of a read when it is its turn. */
export type InTurn = <T>(part: () => Promise<T>) => Promise<T>;

export interface EventReader {
  /** The cursor behind all present changes. */
  readonly now: (tenantId: string) => Promise<StreamCursor>;
  /**
   * The events of a tenant behind a cursor, in the order of the log; not all of them if there are many. `inTurn` runs what
   * queries the tables, at once by default; while rows of commands are awaited, others have their turn.
   */
  readonly after: (tenantId: string, cursor: StreamCursor, inTurn?: InTurn) => Promise<StreamBatch>;
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
  const verdictReader = createVerdictReader(tables, versions, dependencies.recent?.notices ?? null);

  const readBehind = async (tenantId: string, cursor: StreamCursor) => {
    const assetIds = async (): Promise<readonly string[]> => (await snapshots.of(tenantId)).assetIds;
    const [batch, judged] = await Promise.all([
      batches.behind(cursor.sentUpTo, assetIds),
      verdictReader.behind(cursor.verdictsUpTo, assetIds),
    ]);
    return { batch, judged, deciding: [...batch.rows, ...judged.rows.map(verdictMembers)] };
  };
  type Behind = Awaited<ReturnType<typeof readBehind>>;

  const snapshotFor = async (tenantId: string, { deciding }: Behind): Promise<TenantSnapshot> => {
    // Another process may have accepted a pause that began before the changes just read.
    if (!versions.hasAllWrites && deciding.length > 0) await versions.refresh();
    return snapshots.of(tenantId);
  };

  const batchOf = async (
    tenantId: string,
    cursor: StreamCursor,
    { batch, judged }: Behind,
    snapshot: TenantSnapshot,
  ): Promise<StreamBatch> => {
    const shown = batch.rows.flatMap((row) => shownTo(snapshot, row));
    const intakes = snapshot.intakes.filter(({ seq }) => seq > cursor.intakesUpTo);
    const members = shown.length === 0 ? noMembers : await batch.members();
    const ofChanges = noticesOf(tenantId, snapshot, shown);
    const verdicts = judged.rows.flatMap((row) => {
      const notice = noticeFor(tenantId, snapshot, row);
      return notice === null ? [] : [{ row, notice }];
    });
    const ofVerdicts = verdicts.map(({ notice }) => notice);
    const openMatches = await readOpenMatches(tables, intakes);
    const read = await readNotices([...ofChanges, ...intakes, ...ofVerdicts], { ...dependencies, openMatches });
    const notices = new Map(read.map((one) => [one.notice.sortId, one.item]));
    const last = batch.isWhole ? undefined : batch.rows.at(-1);
    const sentUpTo =
      last === undefined ? maxOffsets(cursor.sentUpTo, batch.ends) : offsetsAfter(last, cursor.sentUpTo, batch.ends);
    const reached = { ...cursor, sentUpTo, intakesUpTo: intakes.at(-1)?.seq ?? cursor.intakesUpTo };
    const parts = { shown, intakes, notices, batch, members, cursor, registry: dependencies.registry };
    const events = eventsOf(parts);
    return {
      events: [...events, ...eventsOfVerdicts(verdicts, notices, judged, reached)],
      cursor: { ...reached, verdictsUpTo: verdictsReached(cursor, judged) },
      hasMore: last !== undefined || !judged.isWhole,
    };
  };

  return {
    now: async (tenantId) => {
      const [{ reached: sentUpTo }, verdictsUpTo, snapshot] = await Promise.all([
        readBounds(tables),
        verdictReader.reached(),
        snapshots.of(tenantId),
      ]);
      return { of: streamOf(tenantId), sentUpTo, intakesUpTo: snapshot.intakes.at(-1)?.seq ?? 0, verdictsUpTo };
    },
    after: async (tenantId, cursor, inTurn = (part) => part()) => {
      const first = await inTurn(async () => {
        const behind = await readBehind(tenantId, cursor);
        const snapshot = await snapshotFor(tenantId, behind);
        const mayLackRows = tables.commandsInserted !== undefined && isUndecided(behind.deciding, snapshot);
        return mayLackRows ? behind : batchOf(tenantId, cursor, behind, snapshot);
      });
      if ('events' in first) return first;
      await tables.commandsInserted?.(tenantId);
      return inTurn(async () => batchOf(tenantId, cursor, first, await snapshotFor(tenantId, first)));
    },
  };
}

const noMembers: Members = new Map();

/**
 * Whether an interval without an end hides a change that was read. One that is passed over is never read again, so the end of
 * the interval must be among the rows: a change is sent at a resume that came before it, however late the row of that command
 * is.
 */
const isUndecided = (changes: readonly DecidingMembers[], { items }: TenantSnapshot): boolean =>
  changes.some((change) => {
    const item = change.lowSignal ? undefined : items.get(change.assetId);
    return item !== undefined && isInOpenInterval(change, item);
  });

/** The changes that the stream sends: those of the feed, without its window and without low signal. */
function shownTo(snapshot: TenantSnapshot, row: LoggedChange): readonly ShownChange[] {
  const visible = row.lowSignal ? null : visibility(row, snapshot);
  return visible === null ? [] : [{ row, ...visible }];
}

/** Notifications of the notable changes, by the rule of the inbox. */
const noticesOf = (
  tenantId: string,
  snapshot: TenantSnapshot,
  shown: readonly ShownChange[],
): readonly PickedNotice[] =>
  shown.flatMap(({ row, item }) => {
    if (!isNotified(row, item)) return [];
    const { id, revision, detectedAt, assetId } = row;
    const notificationId = notificationIdOf(tenantId, id);
    return [
      {
        notificationId,
        sortId: id,
        assetId,
        itemId: item.itemId,
        createdAt: relevantAt(row),
        readAt: snapshot.readAt.get(notificationId) ?? null,
        change: { id, revision, detectedAt },
        kind: '',
        reason: null,
        severity: severityOfRank(row.severityRank),
      },
    ];
  });
