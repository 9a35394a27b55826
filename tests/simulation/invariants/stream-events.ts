import { readStreamCursor } from '../../../api/readmodel/resources/stream/cursor.ts';
import { notificationIdOf } from '../../../api/readmodel/resources/notifications/queries.ts';
import type { DetectedChange, ReceivedEvent, StreamLog, StreamsState } from '../worlds/streams/streams-state.ts';
import { wantedKey } from '../worlds/streams/streams-state.ts';
import { expectedChanges, isNotified, whyForbidden, whyNotNotified } from './expected-changes.ts';
import type { TenantFacts } from './tenant-facts.ts';

const nameOf = ({ id, revision }: { readonly id: string; readonly revision?: number }): string =>
  `${id}:${revision ?? 0}`;

/** Changes and notifications that a client must have received by now, and has not. */
export function missedBy(state: StreamsState, facts: TenantFacts, log: StreamLog): readonly string[] {
  const { tenantId, beganAt, received } = log;
  if (beganAt === null) return ['a place in the stream'];
  const changes = new Set(received.filter(({ name }) => name === 'change').map(({ data }) => nameOf(data)));
  const notices = new Set(received.filter(({ name }) => name === 'notification').map(({ data }) => data.id));
  const expected = expectedChanges(state, facts, tenantId, beganAt);
  const missing = expected.filter(({ change }) => !changes.has(nameOf(change))).map(({ change }) => nameOf(change));
  const unnotified = expected
    .filter(({ change }) => isNotified(facts, tenantId, change))
    .map(({ change }) => notificationIdOf(tenantId, change.id))
    .filter((id) => !notices.has(id));
  const begin = readStreamCursor(log.firstId ?? '')?.intakesUpTo ?? Infinity;
  const intakes = (state.tables.lostParts > 0 ? [] : [...(facts.notices.get(tenantId) ?? [])])
    .filter(([id, seq]) => seq > begin && !notices.has(id))
    .map(([id]) => id);
  return [...missing, ...unnotified.map((id) => `notification ${id}`), ...intakes.map((id) => `intake ${id}`)];
}

/**
 * A client receives each revision of a change once, those of a partition in the order of the log, and nothing of which its
 * tenant must not know. The last change of a partition may come again on another connection, if its notification had not arrived.
 */
export function checkReceived(state: StreamsState, facts: TenantFacts, log: StreamLog): void {
  const { simulation, detected } = state;
  const { tenantId, name, received } = log;
  const violate = (message: string): void => simulation.violate('stream-events', `${name}: ${message}`);
  const places = new Map(detected.map((one) => [nameOf(one.change), one]));
  // A notification is of the revision with which its change became notable.
  const notable = detected.filter(({ change }) => change.notableAt !== null).reverse();
  const noticed = new Map(notable.map((one) => [notificationIdOf(tenantId, one.change.id), one]));
  const reached = new Map<number, number>();
  const intakes = new Set<string>();
  received.forEach((event, at) => {
    const id = nameOf(event.data);
    const known = event.name === 'change' ? places.get(id) : noticed.get(event.data.id);
    if (known === undefined) {
      if (facts.notices.get(tenantId)?.has(event.data.id) !== true)
        violate(`received ${event.name} ${id}, which was not detected`);
      if (intakes.has(id)) violate(`received the notification of intake ${id} twice`);
      intakes.add(id);
      return;
    }
    const why = whyForbidden(state, facts, tenantId, known);
    if (event.name === 'change' && why !== null) violate(`received ${id}, although ${why}`);
    if (event.name === 'notification' && isOfOthers(state, tenantId, known))
      violate(`received a notification of ${nameOf(known.change)}`);
    const whyNot = event.name === 'notification' ? whyNotNotified(state, facts, tenantId, known) : null;
    if (whyNot !== null) violate(`received a notification of ${nameOf(known.change)}, although ${whyNot}`);
    if (event.name !== 'change' || known.place === null) return;
    const { partition, offset } = known.place;
    const last = reached.get(partition) ?? -1;
    const noticeId = notificationIdOf(tenantId, known.change.id);
    const isOfPartition = ({ name: of, data }: ReceivedEvent): boolean =>
      of === 'change' && places.get(nameOf(data))?.place?.partition === partition;
    if (offset <= last && !comesAgain(received, at, isOfPartition, noticeId)) {
      violate(`received ${id} at offset ${offset} of partition ${partition} after offset ${last}`);
    }
    reached.set(partition, Math.max(offset, last));
  });
}

const isOfOthers = ({ wanted }: StreamsState, tenantId: string, { change }: DetectedChange): boolean =>
  !wanted.has(wantedKey(tenantId, change.assetId));

/** Whether a change is the last of its partition that an earlier connection had, without its notification. */
function comesAgain(
  received: readonly ReceivedEvent[],
  at: number,
  isOfPartition: (event: ReceivedEvent) => boolean,
  notificationId: string,
): boolean {
  const event = received[at];
  const before = received.slice(0, at);
  const last = before.findLastIndex(isOfPartition);
  const known = before[last];
  if (event === undefined || known === undefined || known.connection === event.connection) return false;
  if (nameOf(known.data) !== nameOf(event.data)) return false;
  return !before.slice(last).some(({ name, data }) => name === 'notification' && data.id === notificationId);
}
