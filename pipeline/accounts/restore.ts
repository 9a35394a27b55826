import type { Input, RestoreSource } from '../runtime/processor.ts';
import { restoreFromEvent } from './account-state.ts';

/**
 * Folds events in the order of the commands that caused them. The events of the last command may be incomplete, unless its
 * offset is below `until`. Then they are left out, and the processor decides that command again, with the same events.
 */
export async function restoreAccounts({ state, records, until, low }: RestoreSource): Promise<number> {
  let last = -1;
  let ofLast: Input<'accounts.events'>[] = [];
  for await (const event of records('accounts.events')) {
    const command = event.value.inputPosition;
    if (command === last) {
      ofLast.push(event);
    } else if (command < last) {
      // Appended again, or by a zombie: its command is folded already.
      restoreFromEvent(state, event);
    } else {
      for (const one of ofLast) restoreFromEvent(state, one);
      ofLast = [event];
      last = command;
    }
  }
  if (last >= Math.max(until, low)) return last;
  for (const one of ofLast) restoreFromEvent(state, one);
  return Math.max(until, last + 1);
}
