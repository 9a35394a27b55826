-- Folds of the observations: what interface A serves, what to screen for, and the open matches.
-- `position` is the version: a late write of an outdated fold loses whatever its offset.

CREATE TABLE IF NOT EXISTS attestry.store_asset_records {{on_cluster}} (
  asset_id String,
  position UInt64,
  registry_position UInt64,
  registered_at DateTime64(3, 'UTC'),
  public Bool,
  kyi_verified Bool,
  status LowCardinality(String),
  did String,
  slug String,
  chain LowCardinality(String),
  address String,
  standard LowCardinality(String),
  decimals Nullable(Int32),
  name String,
  symbol String,
  description String,
  website_url Nullable(String),
  whitepaper_url Nullable(String),
  image_url Nullable(String),
  copyright_confirmed Bool,
  attestation_address Nullable(String),
  verified_at Nullable(DateTime64(3, 'UTC')),
  regimes Array(String),
  sources_declared UInt32,
  issuer Nullable(String),
  authorities String,
  verifications String,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3),
  INDEX by_offset log_offset TYPE minmax GRANULARITY 1
)
ENGINE = {{replacing:position}}
ORDER BY asset_id
SETTINGS index_granularity = 256;

CREATE VIEW IF NOT EXISTS attestry.asset_records {{on_cluster}} (
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
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  asset_id, position, registry_position, registered_at, public, kyi_verified, status, did, slug, chain, address,
  standard, decimals, name, symbol, description, website_url, whitepaper_url, image_url, copyright_confirmed,
  attestation_address, verified_at, regimes, sources_declared, issuer, authorities, verifications, log_partition,
  log_offset, record_time
FROM attestry.store_asset_records FINAL
COMMENT 'The asset as interface A serves it: declared facts, observed authorities, proofs. Compacted: the newest record of a key is the whole record. Record time: time of the observation that changed it.';

CREATE TABLE IF NOT EXISTS attestry.store_asset_subjects {{on_cluster}} (
  asset_id String,
  position UInt64,
  subjects String,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:position}}
ORDER BY asset_id;

CREATE VIEW IF NOT EXISTS attestry.asset_subjects {{on_cluster}} (
  asset_id String COMMENT 'Asset; the record key.',
  position UInt64 COMMENT 'Offset of the observation behind this record: its version.',
  subjects String COMMENT 'Subjects, sorted by key. As JSON text.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  asset_id, position, subjects, log_partition, log_offset, record_time
FROM attestry.store_asset_subjects FINAL
COMMENT 'Identifiers, wallets and parties of an asset that are searched in lists and registers. Compacted: the newest record of a key is the whole set. Written only when the set changes.';

CREATE TABLE IF NOT EXISTS attestry.store_screen_matches {{on_cluster}} (
  row_key String,
  position UInt64,
  matches String,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:position}}
ORDER BY row_key;

CREATE VIEW IF NOT EXISTS attestry.screen_matches {{on_cluster}} (
  row_key String COMMENT '<list or register>:<entry or row id>; the record key.',
  position UInt64 COMMENT 'Offset of the record that caused this one: its version.',
  matches String COMMENT 'Open matches, sorted by asset and subject. As JSON text.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  row_key, position, matches, log_partition, log_offset, record_time
FROM attestry.store_screen_matches FINAL
COMMENT 'The open matches of one sanctions list entry with subjects of assets: the state of the join. Compacted by row key.';

CREATE TABLE IF NOT EXISTS attestry.store_attribute_matches {{on_cluster}} (
  row_key String,
  position UInt64,
  matches String,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:position}}
ORDER BY row_key;

CREATE VIEW IF NOT EXISTS attestry.attribute_matches {{on_cluster}} (
  row_key String COMMENT '<list or register>:<entry or row id>; the record key.',
  position UInt64 COMMENT 'Offset of the record that caused this one: its version.',
  matches String COMMENT 'Open matches, sorted by asset and subject. As JSON text.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  row_key, position, matches, log_partition, log_offset, record_time
FROM attestry.store_attribute_matches FINAL
COMMENT 'The open matches of one register row with subjects of assets: the state of the join. Compacted by row key.';
