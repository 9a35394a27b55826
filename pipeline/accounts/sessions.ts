import { isKeyActive } from '../../schemas/values/api-key.ts';
import type { KeyedState } from '../runtime/processor.ts';
import { type OpenSession, readApiKey, sessionsOf } from './account-state.ts';
import type { CommandOf } from './commands.ts';
import { accepted, type Answer, type Journal, rejected, unchanged } from './journal.ts';

/*
 * Sessions are marks on the log. The state has those of each key that were not closed, so that a key has a limited number of
 * them and all can be ended by one command. Opening, last renewal and end are rows of their own: an end stays one, whatever is
 * written after it.
 */

/** Sessions of a key at a time. */
export const mostSessions = 20;

/** A session of an active key of the tenant. The oldest sessions of the key end when it would have too many. */
export function openSession(state: KeyedState, journal: Journal, command: CommandOf<'session.open'>): Answer {
  const { tenantId, at, body } = command;
  const key = readApiKey(state, tenantId, body.keyId);
  if (key === undefined || !isKeyActive(key, at)) {
    return rejected('not_found', `The tenant has no active key ${body.keyId}.`);
  }
  const others = othersOf(state, command);
  for (const { sessionSha256 } of others.slice(0, Math.max(0, others.length + 1 - mostSessions))) {
    journal.write({ type: 'session.changed', at, session: { ...body, sessionSha256, kind: 'closed' } });
  }
  journal.write({ type: 'session.opened', at, session: { ...body, kind: 'opened' } });
  return accepted();
}

/** Ends every session of a key but one. */
export function closeOthers(state: KeyedState, journal: Journal, command: CommandOf<'session.close_others'>): Answer {
  const { at, body } = command;
  const others = othersOf(state, command);
  for (const { sessionSha256 } of others) {
    journal.write({ type: 'session.changed', at, session: { ...body, sessionSha256, kind: 'closed' } });
  }
  return others.length === 0 ? unchanged() : accepted();
}

const othersOf = (
  state: KeyedState,
  { tenantId, body }: CommandOf<'session.close_others'> | CommandOf<'session.open'>,
): readonly OpenSession[] =>
  sessionsOf(state, tenantId, body.keyId).filter(({ sessionSha256 }) => sessionSha256 !== body.sessionSha256);

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
