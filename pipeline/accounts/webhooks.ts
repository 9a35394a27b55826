import type { WebhookEndpoint } from '../../schemas/generated/records.ts';
import type { KeyedState } from '../runtime/processor.ts';
import { readWebhook, webhooksOf } from './account-state.ts';
import type { CommandOf } from './commands.ts';
import { accepted, type Answer, type Journal, rejected, unchanged } from './journal.ts';
import { dayMs } from '../../schemas/values/durations.ts';

/** Endpoints of a tenant. */
export const mostWebhooks = 10;
/** How long the secret before a rotation still signs, milliseconds. */
const overlapMs = dayMs;

export function createWebhook(state: KeyedState, journal: Journal, command: CommandOf<'webhook.create'>): Answer {
  const { tenantId, at, body } = command;
  if (readWebhook(state, tenantId, body.endpointId) !== undefined) {
    return rejected('invalid_parameter', `The tenant has an endpoint ${body.endpointId} already.`);
  }
  if (webhooksOf(state, tenantId).length >= mostWebhooks) {
    return rejected('limit_reached', `A tenant has at most ${mostWebhooks} endpoints; remove one first.`);
  }
  const endpoint: WebhookEndpoint = {
    ...body,
    previousSecret: null,
    previousUntil: null,
    state: 'enabled',
    reason: null,
    pending: [],
    failingSince: null,
    progress: 0,
    createdAt: at,
  };
  journal.write({ type: 'webhook.changed', at, webhook: { endpoint, deliveries: [] } });
  return accepted();
}

type ChangeCommandType = 'webhook.update' | 'webhook.rotate' | 'webhook.remove' | 'webhook.progress';
type ChangeCommand = { readonly [T in ChangeCommandType]: CommandOf<T> }[ChangeCommandType];

export function changeWebhook(state: KeyedState, journal: Journal, command: ChangeCommand): Answer {
  const { tenantId, at, body } = command;
  const before = readWebhook(state, tenantId, body.endpointId);
  if (before === undefined) return rejected('not_found', `The tenant has no endpoint ${body.endpointId}.`);
  const deliveries = command.type === 'webhook.progress' ? command.body.deliveries : [];
  const endpoint = changed(before, command);
  if (endpoint === 'outdated') {
    return rejected('invalid_parameter', 'The report is based on an earlier state of the endpoint.');
  }
  if (endpoint === null && deliveries.length === 0) return unchanged();
  journal.write({ type: 'webhook.changed', at, webhook: { endpoint, deliveries: [...deliveries] } });
  return accepted();
}

/** The endpoint after a command; null if it stays as it is. */
function changed(before: WebhookEndpoint, command: ChangeCommand): WebhookEndpoint | 'outdated' | null {
  switch (command.type) {
    case 'webhook.update':
      return updated(before, command);
    case 'webhook.rotate':
      return {
        ...nextOf(before),
        secret: command.body.secret,
        previousSecret: before.secret,
        previousUntil: command.at + overlapMs,
      };
    case 'webhook.remove':
      return removed(before);
    case 'webhook.progress':
      return progressed(before, command.body);
  }
}

/**
 * Every change counts, not only reports: a report that was under way when the endpoint was stopped or enabled is based on
 * what is no more, and its sender reads the state again.
 */
const nextOf = (endpoint: WebhookEndpoint): WebhookEndpoint => ({ ...endpoint, progress: endpoint.progress + 1 });

/** Goes on from its place; what is pending is tried at once, as if for the first time. */
function updated(before: WebhookEndpoint, { at, body }: CommandOf<'webhook.update'>): WebhookEndpoint | null {
  const after = { ...nextOf(before), url: body.url ?? before.url };
  if (body.resumed === true) return before.reason === 'stopped' ? { ...after, state: 'enabled', reason: null } : null;
  if (body.enabled === undefined) return after;
  if (!body.enabled) return { ...after, state: 'disabled', reason: 'stopped' };
  const pending = before.pending.map((one) => ({ ...one, tries: 0, nextAt: at }));
  return { ...after, state: 'enabled', reason: null, failingSince: null, pending };
}

/** A report of a sender that no longer owns the endpoint must lose nothing that its successor noted. */
function progressed(
  before: WebhookEndpoint,
  { state }: CommandOf<'webhook.progress'>['body'],
): WebhookEndpoint | 'outdated' | null {
  if (state === undefined) return null;
  if (state.after !== before.progress) return 'outdated';
  const { cursor, pending, failingSince, reason } = state;
  const disabled = reason === null ? {} : { state: 'disabled', reason };
  return { ...nextOf(before), cursor, pending: [...pending], failingSince, ...disabled };
}

/** Without its address and its secrets. */
export const removed = (endpoint: WebhookEndpoint): WebhookEndpoint => ({
  ...nextOf(endpoint),
  url: '',
  secret: '',
  previousSecret: null,
  previousUntil: null,
  state: 'removed',
  reason: null,
  pending: [],
});
