-- What the newest reading of a token's chain gave.

ALTER TABLE attestry.store_asset_records {{on_cluster}}
  ADD COLUMN IF NOT EXISTS chain_reading LowCardinality(Nullable(String)) AFTER verifications;

CREATE OR REPLACE VIEW attestry.asset_records {{on_cluster}} (
  asset_id String COMMENT 'Asset; the record key.',
  position UInt64 COMMENT 'Offset of the observation behind this record: its version.',
  registry_position UInt64 COMMENT 'Offset of the registry.assets record behind the declared facts.',
  registered_at DateTime64(3, 'UTC') COMMENT 'Record time of the asset''s first registration.',
  public Bool COMMENT 'Active, and the issuer is KYI-verified.',
  kyi_verified Bool COMMENT 'The issuer passed KYI.',
  status LowCardinality(String) COMMENT 'One of assetStatus.',
  did String COMMENT 'Unique asset identifier, ULID.',
  slug String COMMENT 'Readable identifier.',
  chain LowCardinality(String) COMMENT 'Chain slug.',
  address String COMMENT 'Address in output form.',
  standard LowCardinality(String) COMMENT 'CAIP-19 asset namespace.',
  decimals Nullable(Int32) COMMENT 'Decimal places; null where none are stated, as for non-fungible tokens.',
  name String COMMENT 'Token name.',
  symbol String COMMENT 'Ticker symbol.',
  description String COMMENT 'What the token is.',
  website_url Nullable(String) COMMENT 'Official website.',
  whitepaper_url Nullable(String) COMMENT 'Official white paper.',
  image_url Nullable(String) COMMENT 'Published logo.',
  copyright_confirmed Bool COMMENT 'Whether the right to show the logo is confirmed.',
  attestation_address Nullable(String) COMMENT 'On-chain attestation.',
  verified_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When the asset was verified.',
  regimes Array(String) COMMENT 'Legal regimes.',
  sources_declared UInt32 COMMENT 'Number of declared sources.',
  issuer Nullable(String) COMMENT 'The issuer; null when none is linked. As JSON text.',
  authorities String COMMENT 'Authorities, sorted by type and address. As JSON text.',
  verifications String COMMENT 'Wallet proofs, sorted by proof id. As JSON text.',
  chain_reading LowCardinality(Nullable(String)) COMMENT 'Result of the newest reading of the token''s chain, one of chainReading; null before the first reading.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  asset_id, position, registry_position, registered_at, public, kyi_verified, status, did, slug, chain, address,
  standard, decimals, name, symbol, description, website_url, whitepaper_url, image_url, copyright_confirmed,
  attestation_address, verified_at, regimes, sources_declared, issuer, authorities, verifications, chain_reading,
  log_partition, log_offset, record_time
FROM attestry.store_asset_records FINAL
COMMENT 'The asset as interface A serves it: declared facts, observed authorities, proofs. Compacted: the newest record of a key is the whole record. Record time: time of the observation that changed it.';
