import { issuerOf } from '../../../schemas/facts/issuer-of.ts';
import type { PartyDeclarationValue, ProofValue } from '../../../schemas/facts.ts';
import type { AssetRecord, RecordIssuer, RecordProof } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { composeAuthorities, describedAuthorities } from './authorities.ts';
import { isSameWallet } from '../../../schemas/values/same-wallet.ts';
import { endOf, isAbout, lapseOf } from './lapse.ts';
import type { AssetParts, FormerAuthority, ObservedAuthority } from './parts.ts';

/** The record that interface A serves, without its `position`; null while the asset is not declared. */
export function composeRecord(assetId: string, parts: AssetParts): Omit<AssetRecord, 'position'> | null {
  if (parts.declaration === null) return null;
  const { asset, registryPosition, registeredAt } = parts.declaration;
  const parties = new Map(Object.entries(parts.parties));
  // Only a linked issuer is served, and only its verification publishes the asset.
  const party = parties.get(asset.issuerId ?? '');
  const kyiVerified = party?.party.kyi.status === 'verified';
  return {
    assetId,
    registryPosition,
    registeredAt,
    public: asset.status === 'active' && kyiVerified,
    kyiVerified,
    status: asset.status,
    did: asset.did,
    slug: asset.slug,
    chain: asset.chain,
    address: asset.address,
    standard: asset.standard,
    decimals: asset.decimals,
    name: asset.name,
    symbol: asset.symbol,
    description: asset.description,
    websiteUrl: asset.websiteUrl,
    whitepaperUrl: asset.whitepaperUrl,
    imageUrl: asset.image?.url ?? null,
    copyrightConfirmed: asset.image?.copyrightConfirmed ?? false,
    attestationAddress: asset.attestationAddress,
    verifiedAt: asset.verifiedAt,
    regimes: asset.regimes,
    sourcesDeclared: asset.sources.length,
    issuer: party === undefined ? null : recordIssuerOf(party),
    authorities: composeAuthorities(assetId, parts),
    verifications: verificationsOf(parts),
    chainReading: parts.chainReading ?? null,
    issuerNamed: parties.has(issuerOf(asset) ?? ''),
  };
}

const recordIssuerOf = ({ party }: PartyDeclarationValue): RecordIssuer => ({
  partyId: party.partyId,
  did: party.did,
  name: party.name,
  description: party.description,
  kyiStatus: party.kyi.status,
  kybVerified: party.kyb.verified,
  legalName: party.legalName,
  lei: party.lei,
  country: party.country,
  kyiAt: party.kyi.at,
  kybAt: party.kyb.at,
  aliases: party.aliases,
});

/** Every accepted proof, including those of wallets that are no longer authorities, with the reason. */
function verificationsOf(parts: AssetParts): readonly RecordProof[] {
  const authorities = describedAuthorities(parts);
  return Object.values(parts.proofs)
    .map((proof) => ({
      proofId: proof.proofId,
      authorityType: proof.authority.type,
      authorityAddress: proof.authority.address,
      method: canonicalJson(proof.method),
      provedAt: proof.provedAt,
      verifiedBy: proof.verifiedBy,
      lapsed: lapsedBy(proof, authorities, parts.former ?? []),
    }))
    .sort((a, b) => (a.proofId < b.proofId ? -1 : 1));
}

/** By the newest reading of the authority; null also where none ever stated it. */
function lapsedBy(
  proof: ProofValue,
  authorities: readonly ObservedAuthority[],
  former: readonly FormerAuthority[],
): string | null {
  const [newest] = authorities.filter((one) => isAbout(proof, one)).sort((a, b) => b.observedAt - a.observedAt);
  if (newest !== undefined) return lapseOf(proof, newest);
  const { type, address } = proof.authority;
  const ended = former.find((one) => one.type === type && isSameWallet(one.address, address, one.caip2));
  return ended === undefined ? null : endOf(ended);
}
