import { type LogOffsets, maxOffsets, offsetsAfter } from '../../memory/log-offsets.ts';
import type { LoggedChange } from '../../memory/changes/logged-change.ts';
import type { PickedNotice } from '../../memory/tenants/notice.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import type { Visibility } from '../../visibility/visible.ts';
import { presentChange } from '../changes/present.ts';
import { type StreamCursor, writeStreamCursor } from './cursor.ts';
import type { Batch } from './read-batch.ts';
import type { VerdictNotice } from '../../memory/verdicts/recent-notices.ts';
import type { VerdictBatch } from './verdict-notices.ts';

export interface StreamEvent {
  readonly name: 'change' | 'notification';
  /** JSON text. */
  readonly data: string;
  /** A client that has this event continues behind it. */
  readonly id: string;
  /** The change that it is or belongs to, `<id>:<revision>`; null for a notification of something else. */
  readonly about: string | null;
  /** When it happened, milliseconds: of a revised change, when it was revised. */
  readonly at: number;
}

/** Changes by group. */
export type Members = ReadonlyMap<string, readonly LoggedChange[]>;

export interface ShownChange extends Visibility {
  readonly row: LoggedChange;
}

interface EventParts {
  readonly shown: readonly ShownChange[];
  readonly intakes: TenantSnapshot['intakes'];
  /** By id of the change or of the intake's notification. */
  readonly notices: ReadonlyMap<string, object>;
  readonly batch: Batch;
  readonly members: Members;
  readonly cursor: StreamCursor;
  readonly registry: RegistryReader;
}

/** Changes, each followed by its notification, then the notifications of ended intakes. */
export function eventsOf({
  shown,
  intakes,
  notices,
  batch,
  members,
  cursor,
  registry,
}: EventParts): readonly StreamEvent[] {
  const events: StreamEvent[] = [];
  let reached = cursor;
  for (const { row, item, isNew } of shown) {
    const change = batch.changes.get(row.id);
    if (change === undefined) continue;
    // Earlier changes are passed over for good, also those of an asset that is added before the client is back.
    const place = { partition: row.partition, offset: row.offset - 1 };
    const before = { ...cursor, sentUpTo: offsetsAfter(place, cursor.sentUpTo, batch.ends) };
    reached = { ...cursor, sentUpTo: offsetsAfter(row, cursor.sentUpTo, batch.ends) };
    const notice = notices.get(row.id);
    const { itemId, gathering } = item;
    const group = (members.get(row.groupId) ?? [row]).map(({ id }) => id);
    const about = `${change.id}:${change.revision}`;
    const shownChange = presentChange(change, { ...row, itemId, gathering, isNew }, group, registry);
    // A client that loses the connection between the two gets both again.
    const id = writeStreamCursor(notice === undefined ? reached : before);
    const [data, at] = [JSON.stringify({ ...shownChange, revision: change.revision }), change.revisedAt];
    events.push({ name: 'change', data, id, about, at });
    if (notice === undefined) continue;
    events.push(notificationOf(notice, reached, { about, at }));
  }
  for (const { notificationId, seq, createdAt } of intakes) {
    reached = { ...reached, intakesUpTo: seq };
    const notice = notices.get(notificationId);
    if (notice !== undefined) events.push(notificationOf(notice, reached, { about: null, at: createdAt }));
  }
  return events;
}

/** Notifications of verdicts, behind everything else of the batch. */
export const eventsOfVerdicts = (
  verdicts: readonly { readonly row: VerdictNotice; readonly notice: PickedNotice }[],
  notices: ReadonlyMap<string, object>,
  judged: VerdictBatch,
  reached: StreamCursor,
): readonly StreamEvent[] =>
  verdicts.flatMap(({ row, notice }) => {
    const item = notices.get(notice.sortId);
    const verdictsUpTo = offsetsAfter(row, reached.verdictsUpTo, judged.ends);
    return item === undefined
      ? []
      : [notificationOf(item, { ...reached, verdictsUpTo }, { about: null, at: row.since })];
  });

/** Offsets behind a batch of notices. */
export function verdictsReached({ verdictsUpTo }: StreamCursor, { rows, ends, isWhole }: VerdictBatch): LogOffsets {
  const last = isWhole ? undefined : rows.at(-1);
  return last === undefined ? maxOffsets(verdictsUpTo, ends) : offsetsAfter(last, verdictsUpTo, ends);
}

const notificationOf = (
  notice: object,
  reached: StreamCursor,
  cause: Pick<StreamEvent, 'about' | 'at'>,
): StreamEvent => ({
  name: 'notification',
  data: JSON.stringify(notice),
  id: writeStreamCursor(reached),
  ...cause,
});
