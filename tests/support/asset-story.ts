/** Assets of the tests whose partitions are reassigned, on simulated hosts and on Kafka. */
import type { Observation } from '../../schemas/generated/records.ts';
import { at, authority, day, declared, declaredParty, kyi, match, status, usdc } from '../pipeline/changes/builders.ts';
import { ofAsset } from './folded-world.ts';

export const storyAssetId = (n: number): string => `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`;

/** Observations of the nth asset over half a year: declarations, a listing, a new owner, withdrawal. */
export function assetStory(n: number): readonly Observation[] {
  const id = storyAssetId(n);
  const first = declared(at('2024-01-01'), { name: `Asset ${n}` });
  const since = ofAsset(first, id).id;
  return [
    first,
    declaredParty(at('2024-01-01')),
    status('active', at('2024-01-02')),
    kyi('verified', at('2024-01-02')),
    authority(at('2024-01-03'), {}),
    match(at('2024-02-01') + n * day, { sinceObservationId: since }),
    authority(at('2024-05-01'), { address: `0x${String(n).padStart(40, '1')}` }),
    authority(at('2024-05-02'), { address: usdc }),
    status('withdrawn', at('2024-06-01') + n),
  ].map((observation) => ofAsset(observation, id));
}
