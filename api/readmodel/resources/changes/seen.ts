import type { ReadModel } from '../../dependencies.ts';
import { giveCommand } from '../../give-command.ts';
import type { Sender } from '../watchlist/commands.ts';

type Dependencies = Pick<ReadModel, 'clock' | 'commands' | 'ids' | 'outcomes' | 'snapshots'>;

/** The seen marker stays behind the present by this much, milliseconds: what arrives meanwhile stays new (U-04). */
export const seenBehindMs = 30_000;

/**
 * Moves the seen marker of a tenant to a time in milliseconds: not back, and not after the present less `seenBehindMs`.
 * Returns the marker as it then is.
 */
export async function moveSeenMarker(
  { principal, actor, traceparent }: Sender,
  upTo: number,
  dependencies: Dependencies,
): Promise<number> {
  const { tenantId, keyId } = principal;
  const body = { upTo: Math.max(0, Math.min(upTo, dependencies.clock() - seenBehindMs)) };
  await giveCommand({ type: 'feed.seen', tenantId, body, actor: actor ?? `key:${keyId}`, traceparent }, dependencies);
  return (await dependencies.snapshots.fresh(tenantId)).seenAt;
}
