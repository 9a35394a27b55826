import type { RowMapping } from '../row-mapping.ts';
import { json, millis, rowPerRecord } from '../row-mapping.ts';

export const partyRow: RowMapping<'registry.parties'> = rowPerRecord('store_registry_parties', {
  party_id: (party) => party.partyId,
  did: (party) => party.did,
  name: (party) => party.name,
  legal_name: (party) => party.legalName,
  lei: (party) => party.lei,
  registration_number: (party) => party.registrationNumber,
  country: (party) => party.country,
  aliases: (party) => party.aliases,
  wallets: (party) => party.wallets,
  isins: (party) => party.isins,
  kyi: (party) => json(party.kyi),
  kyb: (party) => json(party.kyb),
  description: (party) => party.description,
  bics: (party) => party.bics,
  tax_ids: (party) => json(party.taxIds),
});

export const assetRow: RowMapping<'registry.assets'> = rowPerRecord('store_registry_assets', {
  asset_id: (asset) => asset.assetId,
  did: (asset) => asset.did,
  slug: (asset) => asset.slug,
  chain: (asset) => asset.chain,
  address: (asset) => asset.address,
  standard: (asset) => asset.standard,
  decimals: (asset) => asset.decimals,
  name: (asset) => asset.name,
  symbol: (asset) => asset.symbol,
  description: (asset) => asset.description,
  website_url: (asset) => asset.websiteUrl,
  whitepaper_url: (asset) => asset.whitepaperUrl,
  image: (asset) => json(asset.image),
  attestation_address: (asset) => asset.attestationAddress,
  issuer_id: (asset) => asset.issuerId,
  parties: (asset) => json(asset.parties),
  identifiers: (asset) => json(asset.identifiers),
  regimes: (asset) => asset.regimes,
  sources: (asset) => json(asset.sources),
  verified_at: (asset) => millis(asset.verifiedAt),
  status: (asset) => asset.status,
});
