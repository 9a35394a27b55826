import { readStreamCursor } from '../../../api/readmodel/resources/stream/cursor.ts';
import { notificationIdOf } from '../../../api/readmodel/resources/notifications/queries.ts';
import type { DetectedChange, EndpointLog, StreamsState, WebhookTry } from '../worlds/streams/streams-state.ts';
import { expectedChanges, isNotified, whyForbidden } from './expected-changes.ts';
import type { TenantFacts } from './tenant-facts.ts';

/** So many tries of a message let the next one go first. */
const blockingTries = 5;

const nameOf = ({ id, revision }: { readonly id: string; readonly revision?: number }): string =>
  `${id}:${revision ?? 0}`;
const isOfChange = ({ kind }: WebhookTry): boolean => kind !== 'notification.created';

/** Messages that an endpoint must have by now, and has not: at least once each. */
export function undelivered(state: StreamsState, facts: TenantFacts, endpoint: EndpointLog): readonly string[] {
  const { tenantId, createdAt, place } = endpoint;
  if (createdAt === null) return ['its creation'];
  const delivered = endpoint.tries.filter(({ isDelivered }) => isDelivered);
  const changes = new Set(delivered.filter(isOfChange).map(({ data }) => nameOf(data)));
  const notices = new Set(delivered.filter((one) => !isOfChange(one)).map(({ data }) => data.id));
  const expected = expectedChanges(state, facts, tenantId, createdAt).map(({ change }) => change);
  const notified = expected
    .filter((change) => isNotified(facts, tenantId, change))
    .map(({ id }) => notificationIdOf(tenantId, id));
  const begin = readStreamCursor(place)?.intakesUpTo ?? Infinity;
  const intakes = (state.tables.lostParts > 0 ? [] : [...(facts.notices.get(tenantId) ?? [])])
    .filter(([, seq]) => seq > begin)
    .map(([id]) => id);
  return [
    ...expected.map(nameOf).filter((id) => !changes.has(id)),
    ...[...notified, ...intakes].filter((id) => !notices.has(id)),
  ];
}

/**
 * W-02: a message has one id, whenever it comes again. Each goes out for the first time in the order of its tenant's stream,
 * and while an earlier one has neither arrived nor been tried so often that others go first, no later one goes out.
 */
export function checkTries(state: StreamsState, facts: TenantFacts, endpoint: EndpointLog): void {
  const { simulation, detected } = state;
  const { tenantId, endpointId, tries } = endpoint;
  const violate = (message: string): void => simulation.violate('webhook-messages', `${endpointId}: ${message}`);
  const places = new Map(detected.map((one) => [nameOf(one.change), one]));
  const noticed = new Set(detected.map(({ change }) => notificationIdOf(tenantId, change.id)));
  const expected = new Set(expectedChanges(state, facts, tenantId, endpoint.createdAt ?? Infinity));
  const tried = new Map<DetectedChange, WebhookTry[]>();
  for (const one of tries) {
    if (!isOfChange(one)) {
      const isKnown = noticed.has(one.data.id) || facts.notices.get(tenantId)?.has(one.data.id) === true;
      if (!isKnown || !one.messageId.startsWith(one.data.id)) violate(`sent ${one.messageId}, which was not detected`);
      continue;
    }
    const known = places.get(nameOf(one.data));
    if (known === undefined || known.place === null) {
      violate(`sent ${one.messageId}, which was not detected`);
      continue;
    }
    if (one.messageId !== nameOf(one.data)) violate(`sent ${nameOf(one.data)} as ${one.messageId}`);
    const why = whyForbidden(state, facts, tenantId, known);
    if (why !== null) violate(`sent ${one.messageId}, although ${why}`);
    const earlier = tried.get(known) ?? [];
    if (earlier.length === 0 && expected.has(known)) checkOrder(known, one, tried, expected, violate);
    tried.set(known, [...earlier, one]);
  }
}

function checkOrder(
  { place }: DetectedChange,
  { messageId, at }: WebhookTry,
  tried: ReadonlyMap<DetectedChange, readonly WebhookTry[]>,
  expected: ReadonlySet<DetectedChange>,
  violate: (message: string) => void,
): void {
  for (const [other, tries] of tried) {
    // What its tenant may not see any more, or what was revised, is not sent again; an asset that was added later may be.
    if (place === null || other.place?.partition !== place.partition || !expected.has(other)) continue;
    const otherId = nameOf(other.change);
    if (other.place.offset > place.offset) violate(`sent ${messageId} for the first time after ${otherId}`);
    if (tries.length >= blockingTries) continue;
    if (tries.some(({ isDelivered, at: triedAt }) => isDelivered && triedAt <= at)) continue;
    violate(`sent ${messageId} before ${otherId} was delivered, which was tried ${tries.length} times`);
  }
}
