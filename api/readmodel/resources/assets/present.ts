import type { RecordAuthority, RecordIssuer } from '../../../../schemas/generated/records.ts';
import { isEvmAddress } from '../../../../schemas/values/evm.ts';
import { logoHashOf } from '../../../../schemas/values/logo-url.ts';
import { parseWallet } from '../../../../schemas/values/wallets.ts';
import { isTerm } from '../../../../schemas/vocabulary.ts';
import type { RegistryEntry } from '../../memory/registry/records.ts';

export interface AssetLinks {
  readonly publicPageBase: string;
  /** Signed URL of a stored logo. */
  readonly logoUrl: (sha256: string) => string;
}

/** Asset record of interface A (conformance A-20 … A-30). Optional members without a value are left out. */
export function presentAsset(
  entry: RegistryEntry,
  issuer: RecordIssuer,
  { publicPageBase, logoUrl }: AssetLinks,
): object {
  const { record, chain } = entry;
  return {
    token_details: {
      chain: chain.slug,
      address: record.address,
      ...optional('account_id', accountIdOf(entry)),
      asset_did: record.did,
      token_name: record.name,
      token_ticker: record.symbol,
      authorities: record.authorities.filter(hasListedType).map(presentAuthority),
      token_image: tokenImageOf(record.imageUrl, logoUrl),
      copyright_confirmed: record.copyrightConfirmed,
    },
    business_details: {
      issuer_did: issuer.did,
      business_verified: issuer.kybVerified,
      business_name: issuer.name,
      business_description: issuer.description,
    },
    ...optional('website_url', record.websiteUrl),
    ...optional('whitepaper_url', record.whitepaperUrl),
    asset_url: `${publicPageBase}/verified-assets/${encodeURIComponent(record.address)}/${chain.slug}`,
    ...optional('attestation_address', attestationOf(entry)),
  };
}

/** The address of its attestation; null without one, and for a stored text that is no address of the chain. */
export const attestationOf = ({ record: { attestationAddress }, chain }: RegistryEntry): string | null =>
  attestationAddress !== null && parseWallet(attestationAddress, { caip2: chain.caip2 }) !== null
    ? attestationAddress
    : null;

/** The signed URL of a stored logo, else the URL where the logo was published (conformance A-25). */
function tokenImageOf(imageUrl: string | null, logoUrl: AssetLinks['logoUrl']): string {
  const sha256 = imageUrl === null ? null : logoHashOf(imageUrl);
  return sha256 === null ? (imageUrl ?? '') : logoUrl(sha256);
}

const presentAuthority = (authority: RecordAuthority): object => ({
  authority_type: authority.type,
  address: authority.address,
  verified: authority.verified,
  account_type: authority.accountType,
  ...optional('multisig_signers', signersOf(authority)),
  asset_authority_id: authority.id,
});

/** Authority types of an asset record are a closed set; only the token lookup shows others (conformance ). */
const hasListedType = (authority: RecordAuthority): boolean => isTerm('authorityType', authority.type);

const signersOf = ({ accountType, signers }: RecordAuthority): readonly string[] | null =>
  accountType === 'multisig' && signers.length > 0 ? signers : null;

/** CAIP-10 id; null if the asset is not an account of its chain, such as a native coin. */
function accountIdOf({ record, chain }: RegistryEntry): string | null {
  const isAccount = chain.encoding === 'evm' ? isEvmAddress(record.address) : chain.encoding === 'solana';
  return isAccount ? `${chain.caip2}:${record.address}` : null;
}

const optional = (name: string, value: string | readonly string[] | null): object =>
  value === null ? {} : { [name]: value };
