import type { Simulation } from '../kernel/simulation.ts';
import type { MemoryTables } from '../ports/memory-tables.ts';
import { partitions } from '../worlds/observer.ts';
import type { AccountEvidence } from './account-evidence.ts';
import { replayEvents } from './fold-replay.ts';

interface StoredItem {
  readonly item: { readonly itemId: string; readonly state: string };
}

/** At the end the tables are the fold of the log, also after the engine lost rows; and no intake waits for a known asset. */
export function checkTablesAreTheFold(simulation: Simulation, evidence: AccountEvidence, tables: MemoryTables): void {
  const violate = (message: string): void => simulation.violate('tables-are-the-fold', message);
  const rows = tables.final('store_watch_items', ['tenant_id', 'item_id']);
  const stateOf = new Map(rows.map((row) => [`${String(row['tenant_id'])} ${String(row['item_id'])}`, row['state']]));
  for (const [key, text] of partitions.flatMap((partition) => [...replayEvents(evidence, partition)])) {
    const [kind, tenantId = ''] = key.split('/');
    if (kind !== 'item') continue;
    const { itemId, state } = (JSON.parse(text) as StoredItem).item;
    const inTables = stateOf.get(`${tenantId} ${itemId}`);
    if (inTables !== state) violate(`item ${itemId} is ${String(inTables)} in the tables, and ${state} on the log`);
    if (state === 'gathering') violate(`item ${itemId} waits for its intake although its asset is registered`);
  }
  const outcomes = tables.rows('store_command_outcomes');
  const answered = new Set(outcomes.map((row) => `${String(row['tenant_id'])} ${String(row['command_id'])}`));
  for (const command of evidence.answers.keys()) {
    if (!answered.has(command)) violate(`the outcome of command ${command} is not in the tables`);
  }
}
