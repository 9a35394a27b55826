import { isKeyActive } from '../../schemas/values/api-key.ts';
import type { KeyedState } from '../runtime/processor.ts';
import { readApiKey } from './account-state.ts';
import type { CommandOf } from './commands.ts';
import { accepted, type Answer, type Journal, rejected } from './journal.ts';

/*
 * Sessions are marks on the log, and nothing is decided by them, so the fold keeps none. Opening, last renewal and end are
 * rows of their own: an end stays one, whatever is written after it.
 */

/** A session of an active key of the tenant. */
export function openSession(state: KeyedState, journal: Journal, command: CommandOf<'session.open'>): Answer {
  const { tenantId, at, body } = command;
  const key = readApiKey(state, tenantId, body.keyId);
  if (key === undefined || !isKeyActive(key, at)) {
    return rejected('not_found', `The tenant has no active key ${body.keyId}.`);
  }
  journal.write({ type: 'session.opened', at, session: { ...body, kind: 'opened' } });
  return accepted();
}

/** A renewal or an end; also of a session whose key ended, which is harmless. */
export function changeSession(
  state: KeyedState,
  journal: Journal,
  command: CommandOf<'session.renew'> | CommandOf<'session.close'>,
): Answer {
  const { tenantId, at, body, type } = command;
  if (readApiKey(state, tenantId, body.keyId) === undefined) {
    return rejected('not_found', `The tenant has no key ${body.keyId}.`);
  }
  journal.write({
    type: 'session.changed',
    at,
    session: { ...body, kind: type === 'session.renew' ? 'renewed' : 'closed' },
  });
  return accepted();
}
