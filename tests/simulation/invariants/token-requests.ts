import type { RequestNow } from '../../../api/readmodel/resources/requests/requests.ts';
import { mostOpenRequests } from '../../../pipeline/accounts/command-schemas.ts';
import type { TokenRequest } from '../../../schemas/generated/records.ts';
import { namespaces, uuidV5 } from '../../../schemas/values/hash.ts';
import type { Simulation } from '../kernel/simulation.ts';
import type { MemoryTables } from '../ports/memory-tables.ts';
import type { AccountEvidence } from './account-evidence.ts';

const invariant = 'token-requests';

/** Id that a tenant's request for a token must have. */
export const requestIdOf = (tenantId: string, caip19: string): string =>
  uuidV5(namespaces.request, `${tenantId}|${caip19}`);

/** What was asked for is what is answered: the token's request of that tenant. */
export function checkAsked(
  simulation: Simulation,
  tenantId: string,
  caip19: string,
  { request, wasPublic }: { readonly request: RequestNow; readonly wasPublic: boolean },
): void {
  const isOwn = request.caip19 === caip19 && request.requestId === requestIdOf(tenantId, caip19);
  if (!isOwn) simulation.violate(invariant, `${tenantId} asked for ${caip19}, and got request ${request.requestId}`);
  if (wasPublic) simulation.violate(invariant, `${tenantId} asked for ${caip19}, which was public, and got a request`);
}

/** What a list of requests is compared with. */
interface KnownOfRequests {
  /** Tokens that were public before the list was asked for, and when it came. */
  readonly publicBefore: ReadonlySet<string>;
  readonly publicNow: ReadonlySet<string>;
  /** What acknowledged commands of the only client made of the list. */
  readonly asked: ReadonlyMap<string, boolean>;
}

/**
 * A tenant reads its own requests; one is registered by itself as soon as its token is public, and not before; and a client
 * that asks alone reads what its acknowledged commands made of the list.
 */
export function checkListedRequests(
  simulation: Simulation,
  tenantId: string,
  requests: readonly RequestNow[],
  { publicBefore, publicNow, asked }: KnownOfRequests,
): void {
  const violate = (message: string): void => simulation.violate(invariant, `${tenantId}: ${message}`);
  const listed = new Set<string>();
  for (const { caip19, requestId, state } of requests) {
    if (requestId !== requestIdOf(tenantId, caip19)) violate(`reads request ${requestId}, which is not its own`);
    if (listed.has(caip19)) violate(`${caip19} is listed twice`);
    listed.add(caip19);
    const isRegistered = state === 'registered';
    if (publicBefore.has(caip19) && !isRegistered) violate(`${caip19} is public, and its request is ${state}`);
    if (!publicNow.has(caip19) && isRegistered) violate(`${caip19} is not public, and its request is registered`);
  }
  for (const [caip19, isAsked] of asked) {
    if (listed.has(caip19) !== isAsked) violate(`${caip19} was ${isAsked ? 'asked for' : 'withdrawn'}, and is not`);
  }
}

/** No tenant ever has more open requests than it may; and at the end the tables have the last state of each. */
export function checkRequests(simulation: Simulation, { events }: AccountEvidence, tables: MemoryTables): void {
  const violate = (message: string): void => simulation.violate(invariant, message);
  const stateOf = new Map<string, Map<string, TokenRequest['state']>>();
  const sorted = [...events].sort((one, other) => one.value.seq - other.value.seq);
  for (const { value: event } of sorted) {
    const { tenantId, request } = event;
    if (request === null) continue;
    const states = stateOf.get(tenantId) ?? new Map<string, TokenRequest['state']>();
    stateOf.set(tenantId, states.set(request.requestId, request.state));
    const open = [...states.values()].filter((state) => state === 'open').length;
    if (open > mostOpenRequests) violate(`${tenantId} has ${open} open requests at event ${event.seq}`);
  }
  const rows = tables.final('store_requests', ['tenant_id', 'request_id']);
  const inTables = new Map(
    rows.map((row) => [`${String(row['tenant_id'])} ${String(row['request_id'])}`, row['state']]),
  );
  for (const [tenantId, states] of stateOf) {
    for (const [requestId, state] of states) {
      const stored = inTables.get(`${tenantId} ${requestId}`);
      if (stored !== state) violate(`request ${requestId} is ${String(stored)} in the tables, and ${state} on the log`);
    }
  }
}
