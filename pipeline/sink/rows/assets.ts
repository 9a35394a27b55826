import type { RowMapping } from '../row-mapping.ts';
import { json, millis, rowPerRecord } from '../row-mapping.ts';

export const assetRecordRow: RowMapping<'asset.records'> = rowPerRecord('store_asset_records', {
  asset_id: (record) => record.assetId,
  position: (record) => record.position,
  registry_position: (record) => record.registryPosition,
  registered_at: (record) => millis(record.registeredAt),
  public: (record) => record.public,
  kyi_verified: (record) => record.kyiVerified,
  status: (record) => record.status,
  did: (record) => record.did,
  slug: (record) => record.slug,
  chain: (record) => record.chain,
  address: (record) => record.address,
  standard: (record) => record.standard,
  decimals: (record) => record.decimals,
  name: (record) => record.name,
  symbol: (record) => record.symbol,
  description: (record) => record.description,
  website_url: (record) => record.websiteUrl,
  whitepaper_url: (record) => record.whitepaperUrl,
  image_url: (record) => record.imageUrl,
  copyright_confirmed: (record) => record.copyrightConfirmed,
  attestation_address: (record) => record.attestationAddress,
  verified_at: (record) => millis(record.verifiedAt),
  regimes: (record) => record.regimes,
  sources_declared: (record) => record.sourcesDeclared,
  issuer: (record) => json(record.issuer),
  authorities: (record) => json(record.authorities),
  verifications: (record) => json(record.verifications),
  chain_reading: (record) => record.chainReading,
  issuer_named: (record) => record.issuerNamed,
});

export const assetSubjectsRow: RowMapping<'asset.subjects'> = rowPerRecord('store_asset_subjects', {
  asset_id: (record) => record.assetId,
  position: (record) => record.position,
  subjects: (record) => json(record.subjects),
});

export const screenMatchRow: RowMapping<'screen.matches'> = rowPerRecord('store_screen_matches', {
  row_key: (match) => match.rowKey,
  position: (match) => match.position,
  matches: (match) => json(match.matches),
  ends: (match) => json(match.ends),
  ended: (match) => json(match.ended),
});

export const attributeMatchRow: RowMapping<'attribute.matches'> = rowPerRecord('store_attribute_matches', {
  row_key: (match) => match.rowKey,
  position: (match) => match.position,
  matches: (match) => json(match.matches),
  ends: (match) => json(match.ends),
  ended: (match) => json(match.ended),
});
