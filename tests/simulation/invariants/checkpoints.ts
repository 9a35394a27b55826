import type { Codec } from '../../../schemas/codec.ts';
import type { Simulation } from '../kernel/simulation.ts';
import type { MemoryTables } from '../ports/memory-tables.ts';
import { type Observer, partitions } from '../worlds/observer.ts';

/**
 * Returns the check that the checkpoint of the sink is never ahead of the tables: call it at every commit. Once rows were
 * lost, the checkpoint is ahead until the sink notices the new epoch of the engine.
 */
export function createCheckpointCheck(
  simulation: Simulation,
  { observer, codec, tables }: { readonly observer: Observer; readonly codec: Codec; readonly tables: MemoryTables },
): () => void {
  const checkedUpTo = new Map<number, number>();
  const check = (partition: number): void => {
    const next = observer.positionOf('accounts-sink', 'accounts.events', partition);
    const from = checkedUpTo.get(partition) ?? 0;
    if (next <= from) return;
    checkedUpTo.set(partition, next);
    const rows = tables.rows('store_command_outcomes').filter((row) => row['log_partition'] === partition);
    const inserted = new Set(rows.map((row) => row['log_offset']));
    for (const { offset, value } of observer.recordsOf('accounts.events', partition, from)) {
      if (offset >= next || value === null || inserted.has(offset)) continue;
      if (codec.decode('accounts.events', value).outcome === null) continue;
      const place = `offset ${offset} of partition ${partition}`;
      simulation.violate('checkpoints', `the checkpoint of the sink is at ${next}, and ${place} is not in the tables`);
    }
  };
  return () => {
    if (tables.lostParts === 0) partitions.forEach(check);
  };
}
