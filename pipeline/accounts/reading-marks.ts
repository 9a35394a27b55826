import type { TenantState } from '../../schemas/generated/records.ts';
import type { CommandOf } from './commands.ts';
import { accepted, type Answer, type Journal, unchanged } from './journal.ts';

/** Moves the seen marker of the feed on: never back, and never after the record time (B-65, U-04). */
export function moveSeenMarker(
  journal: Journal,
  { at, body }: CommandOf<'feed.seen'>,
  settings: TenantState,
  timestamp: number,
): Answer {
  const seenAt = Math.min(body.upTo, timestamp);
  if (seenAt <= settings.seenAt) return unchanged();
  journal.write({ type: 'tenant.changed', at, tenant: { ...settings, seenAt } });
  return accepted();
}

/**
 * Marks notifications as read or as unread again. The fold keeps no marks, because no decision depends on them, so it does
 * not know which notifications exist either: the sender checks that (U-18).
 */
export function markInbox(journal: Journal, { at, body }: CommandOf<'inbox.mark'>): Answer {
  journal.write({ type: 'inbox.marked', at, marks: body });
  return accepted();
}
