import type { Simulation } from '../kernel/simulation.ts';
import type { AccountEvidence } from './account-evidence.ts';

/** No tenant ever watches more assets than its limit: counted from the events, apart from the fold. */
export function checkWatchLimit(simulation: Simulation, { events }: AccountEvidence, limit: number): void {
  const watched = new Map<string, Set<string>>();
  const sorted = [...events].sort((one, other) => one.value.seq - other.value.seq);
  for (const { value: event } of sorted) {
    const { tenantId, type, item, seq } = event;
    const assets = watched.get(tenantId) ?? new Set();
    watched.set(tenantId, assets);
    if (item !== null && type === 'watch.added') assets.add(item.assetId);
    if (item !== null && type === 'watch.removed') assets.delete(item.assetId);
    if (assets.size > limit) {
      simulation.violate(
        'watch-limit',
        `${tenantId} watches ${assets.size} assets at event ${seq}; its limit is ${limit}`,
      );
    }
  }
}
