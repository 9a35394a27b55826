import type { TenantSnapshot } from '../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import { watchItemId } from '../../../pipeline/accounts/watch.ts';
import type { Simulation } from '../kernel/simulation.ts';

/** B-19: a client that writes alone reads, on any process, what its own acknowledged commands made of its list. */
export function checkReadYourWrites(
  simulation: Simulation,
  tenantId: string,
  { items }: TenantSnapshot,
  listed: ReadonlyMap<string, boolean>,
): void {
  for (const [assetId, isListed] of listed) {
    if ((items.get(assetId)?.isListed ?? false) === isListed) continue;
    const [acknowledged, read] = isListed ? ['listed', 'not'] : ['removed', 'listed'];
    simulation.violate(
      'read-your-writes',
      `${tenantId}: ${assetId} was acknowledged as ${acknowledged}, and is ${read}`,
    );
  }
}

/** A tenant reads no item but its own. */
export function checkOwnItems(simulation: Simulation, tenantId: string, { items }: TenantSnapshot): void {
  for (const [assetId, { itemId }] of items) {
    if (itemId === watchItemId(tenantId, assetId)) continue;
    simulation.violate('tenants-are-apart', `${tenantId} reads item ${itemId}, which is not its own`);
  }
}
