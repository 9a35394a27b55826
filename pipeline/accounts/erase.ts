import type { TenantState } from '../../schemas/generated/records.ts';
import type { KeyedState } from '../runtime/processor.ts';
import { apiKeysOf, isListed, itemsOf, requestsOf, webhooksOf } from './account-state.ts';
import type { CommandOf } from './commands.ts';
import { type Answer, accepted, type Journal } from './journal.ts';
import { withdrawn } from './requests.ts';
import { takeOff } from './watch.ts';
import { removed } from './webhooks.ts';

/**
 * Ends a tenant for good: revokes every key and clears its name, removes every watch, every webhook
 * and every request, and last deletes the state of the tenant. Its id is never used again.
 */
export function eraseTenant(
  state: KeyedState,
  journal: Journal,
  command: CommandOf<'tenant.erase'>,
  settings: TenantState,
): Answer {
  const { tenantId } = command;
  const at = Math.max(command.at, settings.createdAt);
  for (const key of apiKeysOf(state, tenantId)) {
    const revokedAt = key.revokedAt ?? Math.max(at, key.createdAt);
    journal.write({ type: 'key.changed', at: revokedAt, key: { ...key, name: '', revokedAt, usedOn: null } });
  }
  for (const stored of itemsOf(state, tenantId)) {
    if (isListed(stored.item)) takeOff(state, journal, { tenantId, at }, stored);
  }
  for (const endpoint of webhooksOf(state, tenantId)) {
    journal.write({ type: 'webhook.changed', at, webhook: { endpoint: removed(endpoint), deliveries: [] } });
  }
  for (const request of requestsOf(state, tenantId)) {
    journal.write({ type: 'request.changed', at: Math.max(at, request.createdAt), request: withdrawn(request) });
  }
  journal.write({ type: 'tenant.erased', at, tenant: { ...settings, limit: 0 } });
  return accepted();
}
