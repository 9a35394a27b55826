import { readOpenRequests, type TenantRequest } from '../../../api/readmodel/accounts/queries.ts';
import { publicAssetOf } from '../../../api/readmodel/resources/requests/requested-token.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';

/** Open requests by CAIP-19, the oldest first, without those of tokens that are public by now. */
export async function openRequests({
  registry,
  tables,
}: Pick<ExplorerDependencies, 'registry' | 'tables'>): Promise<ReadonlyMap<string, readonly TenantRequest[]>> {
  await registry.untilCurrent();
  const tokens = new Map<string, TenantRequest[]>();
  for (const request of await readOpenRequests(tables)) {
    if (publicAssetOf(request.caip19, registry) !== null) continue;
    const others = tokens.get(request.caip19);
    if (others === undefined) tokens.set(request.caip19, [request]);
    else others.push(request);
  }
  return tokens;
}
