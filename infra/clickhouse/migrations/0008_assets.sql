-- Folds of the observations: what interface A serves, what to screen for, and established facts.
-- `position` is the version of a record: a late write of an outdated fold loses whatever its offset.

-- Who asks for one record wants all of it, and each column that is read costs as much as the row. record_text has them all,
-- in the order of the table.
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
  chain_reading LowCardinality(Nullable(String)),
  issuer_named Bool,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3),
  record_text String MATERIALIZED formatRowNoNewline(
    'JSONCompactEachRow',
    asset_id, position, registry_position, toUnixTimestamp64Milli(registered_at), public, kyi_verified, status, did, slug,
    chain, address, standard, decimals, name, symbol, description, website_url, whitepaper_url, image_url,
    copyright_confirmed, attestation_address, toUnixTimestamp64Milli(verified_at), regimes, sources_declared, issuer,
    authorities, verifications, chain_reading, log_partition, log_offset
  ),
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
  issuer Nullable(String) COMMENT 'The issuer; null when none is linked, whether one is named or not. As JSON text.',
  authorities String COMMENT 'Authorities, sorted by type and address. As JSON text.',
  verifications String COMMENT 'Wallet proofs, sorted by proof id. As JSON text.',
  chain_reading LowCardinality(Nullable(String)) COMMENT 'Result of the newest reading of the token''s chain, one of chainReading; null before the first reading.',
  issuer_named Bool COMMENT 'An issuer is named, linked or not: it is screened and compared with registers.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  asset_id, position, registry_position, registered_at, public, kyi_verified, status, did, slug, chain, address,
  standard, decimals, name, symbol, description, website_url, whitepaper_url, image_url, copyright_confirmed,
  attestation_address, verified_at, regimes, sources_declared, issuer, authorities, verifications, chain_reading,
  issuer_named, log_partition, log_offset, record_time
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

-- Established facts: the newest of each asset, source, subject and field. Ticks are one row for each partition.
CREATE TABLE IF NOT EXISTS attestry.store_asset_facts {{on_cluster}} (
  asset_id String,
  subject_kind LowCardinality(String),
  subject_key String,
  field LowCardinality(String),
  source_key LowCardinality(String),
  value Nullable(String),
  source_url Nullable(String),
  since DateTime64(3, 'UTC'),
  observation_id String,
  position UInt64,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:log_offset}}
ORDER BY (asset_id, subject_kind, subject_key, field, source_key, log_partition)
SETTINGS merge_selector_base = 12;

CREATE VIEW IF NOT EXISTS attestry.asset_facts {{on_cluster}} (
  asset_id String COMMENT 'Asset the fact belongs to; the record key. Empty for a tick, whose key is tick.',
  subject_kind LowCardinality(String) COMMENT 'One of subjectKind: what the fact is about; control for a tick.',
  subject_key String COMMENT 'Which subject of that kind; empty for the asset itself.',
  field LowCardinality(String) COMMENT 'Which fact about the subject, as in observations. Facts of the declaration in the registry: regimes, sources, registered_at. The fact read is the time of the last complete reading of a source; authorities lists the authorities of the asset and whether a proof shows control.',
  source_key LowCardinality(String) COMMENT 'Where it was read, as in observations.',
  value Nullable(String) COMMENT 'The value as RFC 8785 JSON text; null when the source does not disclose it, or no longer states it.',
  source_url Nullable(String) COMMENT 'Where the source is published.',
  since DateTime64(3, 'UTC') COMMENT 'Time of the first reading with the value; for an ended fact, the time when it ended.',
  observation_id String COMMENT 'Observation that shows the value; for an ended fact, the one that ended it; for a tick, the tick.',
  position UInt64 COMMENT 'Offset of the observation that caused this record.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  asset_id, subject_kind, subject_key, field, source_key, value, source_url, since, observation_id, position, log_partition, log_offset, record_time
FROM attestry.store_asset_facts FINAL
-- A tick is in every partition: that of the first one is shown.
WHERE asset_id != '' OR log_partition = 0
COMMENT 'An established fact about an asset. Drafts, and readings of a source that are not yet accepted, are not here. A later record of the same asset, subject, field and source replaces it. Record time: observedAt of the observation that caused it.';
