import type { AccountsState } from '../worlds/accounts/accounts-state.ts';
import { readAccountEvidence } from './account-evidence.ts';

/**
 * When a service begins to answer, its tables have the rows of every command that was acknowledged before, also after a power
 * failure. Call it then. A server of the tables, and a system that does not identify its boots, promise less.
 */
export function checkAcknowledgedRows(state: AccountsState): void {
  const { simulation, tables, observer, codec, size, clients } = state;
  if (tables.lostParts === 0 || size.embedded === 0 || size.bootKnown === 0) return;
  const { answers } = readAccountEvidence(observer, codec);
  const outcomes = tables.rows('store_command_outcomes');
  const answered = new Set(outcomes.map((row) => `${String(row['tenant_id'])} ${String(row['command_id'])}`));
  const items = tables.final('store_watch_items', ['tenant_id', 'item_id']);
  const seqOf = new Map(
    items.map((row) => [`${String(row['tenant_id'])} ${String(row['item_id'])}`, Number(row['seq'])]),
  );
  for (const command of clients.acknowledged.keys()) {
    const violate = (what: string): void =>
      simulation.violate(
        'acknowledged-rows',
        `the service answers, and the tables lack the ${what} of command ${command}`,
      );
    const event = answers.get(command);
    if (!answered.has(command)) violate('outcome');
    if (event === undefined || event.item === null) continue;
    if ((seqOf.get(`${event.tenantId} ${event.item.itemId}`) ?? 0) < event.seq) violate('item');
  }
}
