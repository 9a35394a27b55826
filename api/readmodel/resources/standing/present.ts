import type { ProofMethod } from '../../../../schemas/facts.ts';
import type { RecordProof } from '../../../../schemas/generated/records.ts';
import { isoTime, isoTimeOrNull } from '../../iso-time.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import type { RegistryEntry } from '../../memory/registry/records.ts';
import type { StandingPart } from '../../standing/part.ts';
import type { Standing } from '../../standing/standing.ts';
import { caip19Of } from '../tokens/present.ts';
import { presentWatchedAsset } from '../watchlist/watched-asset.ts';
import type { ItemStanding } from './read.ts';

/** How a watched token is now: every part. */
export const presentItemStanding = ({ item, standing }: ItemStanding, registry: RegistryReader): object => ({
  watchlistItemId: item.itemId,
  asset: presentWatchedAsset(registry, item.assetId, item.gathering),
  state: standing.state,
  severity: standing.severity,
  parts: standing.parts.map(presentPart),
  at: isoTime(standing.at),
});

const presentPart = ({ asOf, limitAt, changeId, ...part }: StandingPart): object => ({
  ...wordsOf(part),
  asOf: isoTimeOrNull(asOf),
  limitAt: isoTimeOrNull(limitAt),
  compared: comparedOf(part),
  changeId,
});

/** What anybody may see of how a token is now, with the proofs that no longer back an authority. */
export const presentStanding = (entry: RegistryEntry, standing: Standing): object => ({
  asset_id: entry.record.assetId,
  caip19: caip19Of(entry),
  state: standing.state,
  severity: standing.severity,
  at: isoTime(standing.at),
  parts: standing.parts.map(presentPublicPart),
  lapsed_verifications: entry.record.verifications.flatMap(presentLapsed),
});

const presentPublicPart = ({ asOf, limitAt, changeId, ...part }: StandingPart): object => ({
  ...wordsOf(part),
  as_of: isoTimeOrNull(asOf),
  limit_at: isoTimeOrNull(limitAt),
  compared: comparedOf(part),
  change_id: changeId,
});

const wordsOf = ({
  part,
  state,
  severity,
  word,
  note,
}: Omit<StandingPart, 'asOf' | 'changeId' | 'limitAt'>): object => ({
  part,
  state,
  severity,
  word,
  note,
});

const comparedOf = ({ compared }: Pick<StandingPart, 'compared'>): object | null =>
  compared === null ? null : { names: compared.names, wallets: compared.wallets, authorities: compared.authorities };

const presentLapsed = (proof: RecordProof): readonly object[] =>
  proof.lapsed === null
    ? []
    : [
        {
          id: proof.proofId,
          method: JSON.parse(proof.method) as ProofMethod,
          proved_at: isoTime(proof.provedAt),
          authority: { type: proof.authorityType, address: proof.authorityAddress },
          verified_by: proof.verifiedBy,
          lapsed: proof.lapsed,
        },
      ];
