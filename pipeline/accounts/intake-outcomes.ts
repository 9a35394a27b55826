import type { IntakeNotice, WatchItem } from '../../schemas/generated/records.ts';
import { namespaces, uuidV5 } from '../../schemas/values/hash.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { KeyedState } from '../runtime/processor.ts';
import { isListed, readItem, type StoredItem } from './account-state.ts';
import type { CommandOf, ResolveIntakeBody } from './commands.ts';
import { closeHidden, openHidden } from './intervals.ts';
import { type Answer, accepted, type Journal, rejected, unchanged } from './journal.ts';

/** The item at the start of its intake (B-11). */
export const queueIntake = (item: Omit<WatchItem, 'state' | 'stateReason' | 'intakeStatus'>): WatchItem => ({
  ...item,
  state: 'gathering' satisfies Term<'watchState'>,
  stateReason: null,
  intakeStatus: 'queued' satisfies Term<'intakeStatus'>,
});

/** Starts the intake of a listed item again. Gathering counts as watching, so an unresolved interval ends here (B-34). */
export function startIntake(
  state: KeyedState,
  journal: Journal,
  command: { readonly tenantId: string; readonly at: number },
  stored: StoredItem,
): WatchItem {
  const at = Math.max(command.at, stored.changedAt);
  const asset = { tenantId: command.tenantId, assetId: stored.item.assetId };
  const item = queueIntake(stored.item);
  journal.write({ type: 'intake.started', at, item, intervals: closeHidden(state, asset, ['unresolved'], at) });
  return item;
}

/** Ends an intake. An answer to an intake that has ended, or was started again since, changes nothing. */
export function resolveIntake(state: KeyedState, journal: Journal, command: CommandOf<'intake.resolve'>): Answer {
  const { tenantId, body } = command;
  const stored = readItem(state, tenantId, body.itemId);
  if (stored?.item.state !== 'gathering' || stored.intakeSeq !== body.intakeSeq) return unchanged(stored?.item);
  const at = Math.max(command.at, stored.changedAt);
  const reason = body.outcome === 'unresolved' ? (body.reason ?? 'internal') : null;
  const item: WatchItem = {
    ...stored.item,
    state: (reason === null ? 'ready' : 'unresolved') satisfies Term<'watchState'>,
    stateReason: reason,
    intakeStatus: null,
  };
  const asset = { tenantId, assetId: item.assetId };
  const { eventId } = journal.next();
  const intervals = reason === null ? [] : [openHidden(asset, 'unresolved', { eventId, from: at })];
  journal.write({ type: 'intake.finished', at, item, intervals, notice: noticeOf(tenantId, item, body) });
  return accepted(item);
}

/** Starts an unfinished or unresolved intake again; with `intakeSeq`, only if that intake ended unresolved. */
export function retryIntake(state: KeyedState, journal: Journal, command: CommandOf<'intake.retry'>): Answer {
  const { tenantId, body } = command;
  const stored = readItem(state, tenantId, body.itemId);
  if (stored === undefined || !isListed(stored.item)) {
    return rejected('not_found', `Item ${body.itemId} is not on the watchlist.`);
  }
  const due =
    body.intakeSeq === undefined
      ? stored.item.state !== 'ready'
      : stored.item.state === 'unresolved' && stored.intakeSeq === body.intakeSeq;
  return due ? accepted(startIntake(state, journal, command, stored)) : unchanged(stored.item);
}

/**
 * One notification per intake: its id is derived from the intake, so a replay gives the same one. The reason of a partial one
 * is what is missing, separated by spaces.
 */
const noticeOf = (tenantId: string, item: WatchItem, body: ResolveIntakeBody): IntakeNotice => ({
  noticeId: uuidV5(namespaces.notification, `${tenantId}|intake|${item.itemId}|${body.intakeSeq}`),
  itemId: item.itemId,
  assetId: item.assetId,
  kind: `intake_${body.outcome}` satisfies Term<'notificationKind'>,
  reason: item.stateReason ?? body.missing?.join(' ') ?? null,
});
