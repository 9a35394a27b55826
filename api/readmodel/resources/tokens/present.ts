import type { ProofMethod } from '../../../../schemas/facts.ts';
import type { RecordAuthority, RecordProof } from '../../../../schemas/generated/records.ts';
import { accountText } from '../../../../schemas/terms/account-text.ts';
import { isoTime, isoTimeOrNull } from '../../iso-time.ts';
import type { RegistryEntry } from '../../memory/registry/records.ts';
import { isAbout } from '../../standing/proven.ts';

/** Item of the token lookup (conformance A-62 … A-71). */
export const presentToken = (entry: RegistryEntry): object => {
  const { record, chain } = entry;
  return {
    kyi_verified: record.public,
    token: {
      caip19: caip19Of(entry),
      caip2: chain.caip2,
      chain_slug: chain.slug,
      address: record.address,
      standard: record.standard,
      decimals: record.decimals,
      verified_at: isoTimeOrNull(verifiedAtOf(record)),
    },
    asset: {
      slug: record.slug,
      name: record.name,
      symbol: record.symbol,
      description: record.description,
      website_url: record.websiteUrl,
      whitepaper_url: record.whitepaperUrl,
    },
    issuer: record.issuer === null ? null : { name: record.issuer.name, kyb_verified: record.issuer.kybVerified },
    authorities: record.authorities.map(presentAuthority),
    verifications: record.verifications.filter((proof) => isBacking(proof, entry)).map(presentProof),
  };
};

/** As declared; else, while the issuer is verified, the day of its check, or the registration if that was later. */
function verifiedAtOf({ kyiVerified, verifiedAt, registeredAt, issuer }: RegistryEntry['record']): number | null {
  if (verifiedAt !== null || !kyiVerified) return verifiedAt;
  return Math.max(issuer?.kyiAt ?? registeredAt, registeredAt);
}

/** CAIP-19 id of a deployment. */
export const caip19Of = ({ record, chain }: RegistryEntry): string =>
  `${chain.caip2}/${record.standard}:${record.address}`;

const presentAuthority = (authority: RecordAuthority): object => ({
  type: authority.type,
  address: authority.address,
  account_type: authority.accountType,
  account: accountText(authority),
  signers: authority.accountType === 'multisig' ? authority.signers : [],
  threshold: authority.threshold,
  observed_at: isoTimeOrNull(authority.observedAt),
});

const presentProof = (proof: RecordProof): object => ({
  id: proof.proofId,
  method: JSON.parse(proof.method) as ProofMethod,
  proved_at: isoTime(proof.provedAt),
  authority: { type: proof.authorityType, address: proof.authorityAddress },
  verified_by: proof.verifiedBy,
});

/** Whether a proof backs an authority that is observed now. */
const isBacking = (proof: RecordProof, { record, chain }: RegistryEntry): boolean =>
  typeof proof.lapsed !== 'string' && record.authorities.some((authority) => isAbout(proof, authority, chain.caip2));
