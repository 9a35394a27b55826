import type { TenantState, WatchItem } from '../../schemas/generated/records.ts';
import { namespaces, uuidV5 } from '../../schemas/values/hash.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { KeyedState } from '../runtime/processor.ts';
import { isListed, readAccount, readItem, type StoredItem } from './account-state.ts';
import type { CommandOf } from './commands.ts';
import { queueIntake, startIntake } from './intake-outcomes.ts';
import { closeHidden, openHidden } from './intervals.ts';
import { type Answer, accepted, type Journal, rejected, unchanged } from './journal.ts';

/** Id of the item for an asset on a tenant's list. Removing and adding it again gives the same id (B-31). */
export const watchItemId = (tenantId: string, assetId: string): string =>
  uuidV5(namespaces.watchItem, `${tenantId}|${assetId}`);

const unknownItem = (itemId: string): Answer => rejected('not_found', `Item ${itemId} is not on the watchlist.`);

/**
 * Adds an asset to the list. Checked in this order: it is on the list already (B-12); it is not public (B-13, only for keys);
 * the list is full (B-16; an unknown asset takes precedence over a full list, B-17). Otherwise it is added, or added again
 * (B-30, B-31).
 */
export function addWatch(
  state: KeyedState,
  journal: Journal,
  command: CommandOf<'watch.add'>,
  settings: TenantState,
): Answer {
  const { tenantId, body } = command;
  const itemId = watchItemId(tenantId, body.assetId);
  const stored = readItem(state, tenantId, itemId);
  const at = Math.max(command.at, settings.createdAt, stored?.changedAt ?? 0);
  if (stored !== undefined && isListed(stored.item)) {
    return unchanged(stored.item.state === 'unresolved' ? startIntake(state, journal, command, stored) : stored.item);
  }
  if (body.by === 'key' && command.assetPublic !== true) {
    return rejected('not_found', `Asset ${body.assetId} is not in the public registry.`);
  }
  const { used } = readAccount(state, tenantId);
  if (used >= settings.limit) {
    return rejected('watchlist_limit_reached', `The watchlist is full: ${used} of ${settings.limit} used.`);
  }
  const item = queueIntake({
    itemId,
    assetId: body.assetId,
    monitoringEnabled: true,
    note: null,
    addedAt: stored?.item.addedAt ?? at,
    currentAddAt: at,
    currentAddSeq: journal.next().seq,
  });
  const intervals = closeHidden(state, { tenantId, assetId: body.assetId }, ['removed'], at);
  journal.write({ type: 'watch.added', at, item, intervals });
  journal.write({ type: 'intake.started', at, item });
  return accepted(item);
}

/** Pauses, resumes or annotates an item in any state (B-28). Absent members stay unchanged; a note of null deletes the note. */
export function updateWatch(state: KeyedState, journal: Journal, command: CommandOf<'watch.update'>): Answer {
  const { tenantId, body } = command;
  const stored = listedItem(state, command);
  if (stored === undefined) return unknownItem(body.itemId);
  const { item: before } = stored;
  const item: WatchItem = {
    ...before,
    monitoringEnabled: body.monitoringEnabled ?? before.monitoringEnabled,
    note: body.note === undefined ? before.note : body.note,
  };
  if (item.monitoringEnabled === before.monitoringEnabled && item.note === before.note) return unchanged(before);
  const at = Math.max(command.at, stored.changedAt);
  const asset = { tenantId, assetId: item.assetId };
  const { eventId } = journal.next();
  const intervals =
    item.monitoringEnabled === before.monitoringEnabled
      ? []
      : item.monitoringEnabled
        ? closeHidden(state, asset, ['paused'], at)
        : [openHidden(asset, 'paused', { eventId, from: at })];
  journal.write({ type: 'watch.changed', at, item, intervals });
  return accepted(item);
}

/**
 * Removes an item and its note from the list and frees its place at once (B-32). From then on the asset is hidden as
 * removed, so a pause and an unresolved interval end.
 */
export function removeWatch(state: KeyedState, journal: Journal, command: CommandOf<'watch.remove'>): Answer {
  const stored = listedItem(state, command);
  if (stored === undefined) return unknownItem(command.body.itemId);
  return accepted(takeOff(state, journal, command, stored));
}

/** Removes a listed item, no earlier than its last event, and returns the removed item. */
export function takeOff(
  state: KeyedState,
  journal: Journal,
  command: { readonly tenantId: string; readonly at: number },
  stored: StoredItem,
): WatchItem {
  const at = Math.max(command.at, stored.changedAt);
  const asset = { tenantId: command.tenantId, assetId: stored.item.assetId };
  const item: WatchItem = {
    ...stored.item,
    state: 'removed' satisfies Term<'watchState'>,
    stateReason: null,
    intakeStatus: null,
    monitoringEnabled: true,
    note: null,
  };
  const { eventId } = journal.next();
  const intervals = [
    ...closeHidden(state, asset, ['paused', 'unresolved'], at),
    openHidden(asset, 'removed', { eventId, from: at }),
  ];
  journal.write({ type: 'watch.removed', at, item, intervals });
  return item;
}

/** The item of a command, if it is on the tenant's list. */
function listedItem(
  state: KeyedState,
  command: CommandOf<'watch.update'> | CommandOf<'watch.remove'>,
): StoredItem | undefined {
  const stored = readItem(state, command.tenantId, command.body.itemId);
  return isListed(stored?.item) ? stored : undefined;
}
