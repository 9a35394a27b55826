import type { TenantState, TokenRequest } from '../../schemas/generated/records.ts';
import { namespaces, uuidV5 } from '../../schemas/values/hash.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { KeyedState } from '../runtime/processor.ts';
import { readRequest, requestsOf } from './account-state.ts';
import { mostOpenRequests } from './command-schemas.ts';
import type { CommandOf } from './commands.ts';
import { accepted, type Answer, type Journal, rejected, unchanged } from './journal.ts';

/*
 * A request asks the operator to make a token public. Whether that has happened is a fact of the registry, which the fold does
 * not know: the API reads it, and reports with the next request which earlier ones are registered.
 */

/** Id of a tenant's request for a token. Withdrawn and made again, it has the same id. */
const requestIdOf = (tenantId: string, caip19: string): string => uuidV5(namespaces.request, `${tenantId}|${caip19}`);

const isOpen = ({ state }: Pick<TokenRequest, 'state'>): boolean => state === ('open' satisfies Term<'requestState'>);

/**
 * Asks for a token. Checked in this order: it is public; the tenant asked for it already, also if the operator declined; the
 * tenant has too many open requests. One that was registered and is no longer public is opened again.
 */
export function createRequest(
  state: KeyedState,
  journal: Journal,
  command: CommandOf<'request.create'>,
  settings: TenantState,
): Answer {
  const { tenantId, assetPublic, body } = command;
  const at = Math.max(command.at, settings.createdAt);
  if (assetPublic === true) {
    return rejected('already_public', 'The asset is in the public registry already: watch it');
  }
  for (const requestId of body.registered) markRegistered(state, journal, { tenantId, requestId, at });
  const requestId = requestIdOf(tenantId, body.caip19);
  const before = readRequest(state, tenantId, requestId);
  if (before !== undefined && before.state !== ('registered' satisfies Term<'requestState'>)) return unchanged();
  if (requestsOf(state, tenantId).filter(isOpen).length >= mostOpenRequests) {
    return rejected('limit_reached', `A tenant has at most ${mostOpenRequests} open requests; withdraw one first.`);
  }
  const { caip19, note } = body;
  const request: TokenRequest = {
    requestId,
    caip19,
    note,
    state: 'open',
    reason: null,
    createdAt: at,
    decidedAt: null,
  };
  journal.write({ type: 'request.changed', at, request });
  return accepted();
}

function markRegistered(
  state: KeyedState,
  journal: Journal,
  { tenantId, requestId, at }: { readonly tenantId: string; readonly requestId: string; readonly at: number },
): void {
  const request = readRequest(state, tenantId, requestId.toLowerCase());
  if (request === undefined || !isOpen(request)) return;
  journal.write({ type: 'request.changed', at, request: { ...request, state: 'registered', decidedAt: at } });
}

/** Takes a request back, whatever became of it, with its note. */
export function withdrawRequest(state: KeyedState, journal: Journal, command: CommandOf<'request.withdraw'>): Answer {
  const request = readRequest(state, command.tenantId, command.body.requestId);
  if (request === undefined) return unknownRequest(command.body.requestId);
  journal.write({ type: 'request.changed', at: Math.max(command.at, request.createdAt), request: withdrawn(request) });
  return accepted();
}

/** The operator declines an open request; one that was decided stays as it is. */
export function declineRequest(state: KeyedState, journal: Journal, command: CommandOf<'request.decline'>): Answer {
  const { tenantId, body } = command;
  const request = readRequest(state, tenantId, body.requestId);
  if (request === undefined) return unknownRequest(body.requestId);
  if (!isOpen(request)) return unchanged();
  const at = Math.max(command.at, request.createdAt);
  const { reason } = body;
  journal.write({ type: 'request.changed', at, request: { ...request, state: 'declined', reason, decidedAt: at } });
  return accepted();
}

const unknownRequest = (requestId: string): Answer => rejected('not_found', `The tenant has no request ${requestId}.`);

/** Without its note and the reason of the operator. */
export const withdrawn = (request: TokenRequest): TokenRequest => ({
  ...request,
  state: 'withdrawn',
  note: null,
  reason: null,
});
