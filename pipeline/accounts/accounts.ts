import type { TenantState } from '../../schemas/generated/records.ts';
import {
  emit,
  type Input,
  type KeyedState,
  ok,
  type Output,
  park,
  type Processor,
  type Result,
} from '../runtime/processor.ts';
import { readAccount } from './account-state.ts';
import { readAnswer } from './answers.ts';
import { type Command, isAddressed, isTime, parseCommand } from './commands.ts';
import { resolveIntake, retryIntake } from './intake-outcomes.ts';
import { eraseTenant } from './erase.ts';
import { type Answer, type Journal, openJournal, rejected, unchanged } from './journal.ts';
import { createKey, createTenant, revokeKey, rotateKey, setLimit, useKey } from './keys.ts';
import { createRequest, declineRequest, withdrawRequest } from './requests.ts';
import { restoreAccounts } from './restore.ts';
import { changeSession, closeOthers, openSession } from './sessions.ts';
import { markInbox, moveSeenMarker } from './reading-marks.ts';
import { changeWebhook, createWebhook } from './webhooks.ts';
import { addWatch, removeWatch, updateWatch } from './watch.ts';
import { sentenceCase } from '../../schemas/values/sentence-case.ts';

const maxAheadMs = 5 * 60 * 1000;

/**
 * Decides one command and emits the events of the decision; the last one, `command.answered`, has the outcome. For a command
 * id seen in the last 24 hours it emits that last event again, byte for byte: same id, same sequence, same row in every table.
 * A malformed command is answered too. A command is parked only if it has no valid tenant or id to address an answer to.
 *
 * Time: a command takes effect at `at`, which may be earlier than its record time, so that keys and watches can have a
 * history. Order is that of the log, never that of `at`: a command takes effect no earlier than the creation of its tenant and
 * than the last event of its item or key, so intervals and lifetimes are never negative. `at` is refused if it is more than
 * five minutes after the record time, or before 1970.
 */
export function applyCommand(state: KeyedState, input: Input<'accounts.commands'>): Result {
  const parsed = parseCommand(input.value);
  if (!parsed.ok && !parsed.addressed) return park(parsed.reason);
  const { tenantId, commandId } = input.value;
  const clock = Math.max(readAccount(state, tenantId).clock, input.timestamp);
  const given = readAnswer(state, tenantId, commandId, clock);
  if (given !== undefined) return ok([emit('accounts.events', given.event, given.timestamp)]);
  const journal = openJournal(state, input);
  const answer = parsed.ok
    ? decide(state, journal, parsed.command, input.timestamp)
    : rejected('invalid_parameter', sentenceOf(parsed.reason));
  answerCommand(state, journal, input, answer);
  return ok(journal.events.map((event) => emit('accounts.events', event, input.timestamp)));
}

/**
 * Answers a command that the operator has parked, so that its sender gets an outcome. Its body is not read: reading it may be
 * what never ends. One without a valid address gets none.
 */
function answerParked(state: KeyedState, input: Input<'accounts.commands'>): readonly Output[] {
  const { tenantId, commandId } = input.value;
  if (!isAddressed(input.value)) return [];
  const clock = Math.max(readAccount(state, tenantId).clock, input.timestamp);
  const given = readAnswer(state, tenantId, commandId, clock);
  if (given !== undefined) return [emit('accounts.events', given.event, given.timestamp)];
  const journal = openJournal(state, input);
  answerCommand(state, journal, input, rejected('internal_error', parkedSentence));
  return journal.events.map((event) => emit('accounts.events', event, input.timestamp));
}

const parkedSentence = 'The operator has set this command aside, because it could not be carried out.';

export const accountsProcessor: Processor<'accounts.commands'> = {
  name: 'accounts',
  input: 'accounts.commands',
  outputs: ['accounts.events'],
  stateVersion: 2,
  apply: applyCommand,
  answerParked,
  // Commands expire after 30 days, events never: the state is a fold of the events.
  restoration: restoreAccounts,
};

function decide(state: KeyedState, journal: Journal, command: Command, timestamp: number): Answer {
  if (isAhead(command.at, timestamp)) {
    return rejected('invalid_parameter', 'The time the command takes effect lies in the future.');
  }
  if (command.type === 'tenant.create') return createTenant(state, journal, command);
  const { settings, erasedAt } = readAccount(state, command.tenantId);
  if (erasedAt !== undefined && command.type === 'tenant.erase') return unchanged();
  if (settings === null || erasedAt !== undefined) {
    return rejected('not_found', `There is no tenant ${command.tenantId}.`);
  }
  return decideForTenant(state, journal, command, settings, timestamp);
}

function decideForTenant(
  state: KeyedState,
  journal: Journal,
  command: Exclude<Command, { type: 'tenant.create' }>,
  settings: TenantState,
  timestamp: number,
): Answer {
  switch (command.type) {
    case 'tenant.erase':
      return eraseTenant(state, journal, command, settings);
    case 'key.create':
      return createKey(state, journal, command, settings);
    case 'key.rotate':
      return rotateKey(state, journal, command);
    case 'key.revoke':
      return revokeKey(state, journal, command);
    case 'key.limit':
      return setLimit(journal, command, settings);
    case 'key.used':
      return useKey(state, journal, command);
    case 'watch.add':
      return addWatch(state, journal, command, settings);
    case 'watch.update':
      return updateWatch(state, journal, command);
    case 'watch.remove':
      return removeWatch(state, journal, command);
    case 'intake.resolve':
      return resolveIntake(state, journal, command);
    case 'intake.retry':
      return retryIntake(state, journal, command);
    case 'session.open':
      return openSession(state, journal, command);
    case 'session.close_others':
      return closeOthers(state, journal, command);
    case 'session.renew':
    case 'session.close':
      return changeSession(state, journal, command);
    case 'request.create':
      return createRequest(state, journal, command, settings);
    case 'request.withdraw':
      return withdrawRequest(state, journal, command);
    case 'request.decline':
      return declineRequest(state, journal, command);
    case 'webhook.create':
      return createWebhook(state, journal, command);
    case 'webhook.update':
    case 'webhook.rotate':
    case 'webhook.remove':
    case 'webhook.progress':
      return changeWebhook(state, journal, command);
    case 'feed.seen':
      return moveSeenMarker(journal, command, settings, timestamp);
    case 'inbox.mark':
      return markInbox(journal, command);
  }
}

const isAhead = (at: number, timestamp: number): boolean => at > timestamp + maxAheadMs;

/** Limit and use are those after the decision. A command without effect is dated at its own time, if that is valid. */
function answerCommand(
  state: KeyedState,
  journal: Journal,
  { value: command, timestamp }: Input<'accounts.commands'>,
  answer: Answer,
): void {
  const { settings, used } = readAccount(state, command.tenantId);
  const refusal = answer.status === 'rejected' ? answer : null;
  journal.write({
    type: 'command.answered',
    at: journal.events.at(-1)?.at ?? (isTime(command.at) && !isAhead(command.at, timestamp) ? command.at : timestamp),
    outcome: {
      status: answer.status,
      code: refusal?.code ?? null,
      message: refusal?.message ?? null,
      limit: settings?.limit ?? 0,
      used,
      item: answer.status === 'rejected' ? null : (answer.item ?? null),
    },
  });
}

const sentenceOf = (reason: string): string => `${sentenceCase(reason)}.`;
