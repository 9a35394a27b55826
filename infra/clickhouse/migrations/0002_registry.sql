-- What the operator declared: newest declaration, and every declaration.
-- Declarations made at the same instant are told apart by their offset.

CREATE TABLE IF NOT EXISTS attestry.store_registry_parties {{on_cluster}} (
  party_id String,
  did String,
  name String,
  legal_name Nullable(String),
  lei Nullable(String),
  registration_number Nullable(String),
  country LowCardinality(Nullable(String)),
  aliases Array(String),
  wallets Array(String),
  isins Array(String),
  kyi String,
  kyb String,
  description String,
  bics Array(String),
  tax_ids String,
  kind LowCardinality(String),
  birth_year Nullable(Int32),
  vouched Nullable(String),
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:log_offset}}
ORDER BY party_id;

CREATE TABLE IF NOT EXISTS attestry.store_registry_parties_history {{on_cluster}} AS attestry.store_registry_parties
ENGINE = {{replacing:log_offset}}
ORDER BY (party_id, record_time, log_offset);

CREATE VIEW IF NOT EXISTS attestry.registry_parties {{on_cluster}} (
  party_id String COMMENT 'UUID of the party; the record key.',
  did String COMMENT 'Unique issuer identifier shown to consumers, a ULID.',
  name String COMMENT 'Name the party is known by.',
  legal_name Nullable(String) COMMENT 'Registered legal name.',
  lei Nullable(String) COMMENT 'Legal Entity Identifier, ISO 17442, with a valid check digit.',
  registration_number Nullable(String) COMMENT 'Number in the register of the country of registration.',
  country LowCardinality(Nullable(String)) COMMENT 'Country of registration, ISO 3166-1 alpha-2.',
  aliases Array(String) COMMENT 'Other names in use.',
  wallets Array(String) COMMENT 'Wallets the party controls, CAIP-10.',
  isins Array(String) COMMENT 'Securities issued by the party, ISO 6166.',
  kyi String COMMENT 'Know Your Issuer check. As JSON text.',
  kyb String COMMENT 'Know Your Business check. As JSON text.',
  description String COMMENT 'What the business does, in its operator''s words; may be empty.',
  bics Array(String) COMMENT 'Business Identifier Codes, ISO 9362.',
  tax_ids String COMMENT 'Tax numbers. As JSON text.',
  kind LowCardinality(String) COMMENT 'One of partyKind: organisation, person.',
  birth_year Nullable(Int32) COMMENT 'Year of birth of a person; null when it is not declared.',
  vouched Nullable(String) COMMENT 'The last decision about kyi or kyb; null when none is recorded. As JSON text.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  party_id, did, name, legal_name, lei, registration_number, country, aliases, wallets, isins, kyi, kyb, description, bics, tax_ids, kind, birth_year, vouched,
  log_partition, log_offset, record_time
FROM attestry.store_registry_parties FINAL
COMMENT 'A legal entity or person as the operator declares it. Each record replaces the earlier ones of the same party; the history shows what was declared on a given day. Record time: when the declaration takes effect.';

CREATE TABLE IF NOT EXISTS attestry.store_registry_assets {{on_cluster}} (
  asset_id String,
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
  image Nullable(String),
  attestation_address Nullable(String),
  issuer_id Nullable(String),
  parties String,
  identifiers String,
  regimes Array(String),
  sources String,
  verified_at Nullable(DateTime64(3, 'UTC')),
  status LowCardinality(String),
  token Nullable(String),
  vouched Nullable(String),
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:log_offset}}
ORDER BY asset_id;

CREATE TABLE IF NOT EXISTS attestry.store_registry_assets_history {{on_cluster}} AS attestry.store_registry_assets
ENGINE = {{replacing:log_offset}}
ORDER BY (asset_id, record_time, log_offset);

CREATE VIEW IF NOT EXISTS attestry.registry_assets {{on_cluster}} (
  asset_id String COMMENT 'UUID of the asset; the record key.',
  did String COMMENT 'Unique asset identifier shown to consumers, a ULID.',
  slug String COMMENT 'Readable identifier, unique in the registry.',
  chain LowCardinality(String) COMMENT 'Chain slug, one of chains: ethereum, base, avalanche, plume, sepolia, solana, xrpl.',
  address String COMMENT 'Contract, mint or issued-currency address: EVM in EIP-55 form, Solana base58, XRPL CUR.rIssuer.',
  standard LowCardinality(String) COMMENT 'CAIP-19 asset namespace, for example erc20, token, slip44.',
  decimals Nullable(Int32) COMMENT 'Decimal places of one unit; null for non-fungible tokens.',
  name String COMMENT 'Full token name.',
  symbol String COMMENT 'Ticker symbol.',
  description String COMMENT 'What the token is; may be empty.',
  website_url Nullable(String) COMMENT 'Official website.',
  whitepaper_url Nullable(String) COMMENT 'Official white paper.',
  image Nullable(String) COMMENT 'Logo. As JSON text.',
  attestation_address Nullable(String) COMMENT 'On-chain attestation of the verification.',
  issuer_id Nullable(String) COMMENT 'Party that issues the token; null when none is linked.',
  parties String COMMENT 'Other parties with a role. As JSON text.',
  identifiers String COMMENT 'External identifiers. As JSON text.',
  regimes Array(String) COMMENT 'Legal regimes the token falls under, from regime.',
  sources String COMMENT 'Declared sources to watch. As JSON text.',
  verified_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When the asset was verified.',
  status LowCardinality(String) COMMENT 'One of assetStatus: active, withdrawn.',
  token Nullable(String) COMMENT 'Name of the token that this is a deployment of, one name for all deployments of an issuer; null when none is declared.',
  vouched Nullable(String) COMMENT 'The last decision to link or unlink the issuer, or to withdraw or restore the asset; null when none is recorded. As JSON text.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  asset_id, did, slug, chain, address, standard, decimals, name, symbol, description, website_url, whitepaper_url,
  image, attestation_address, issuer_id, parties, identifiers, regimes, sources, verified_at, status, token, vouched,
  log_partition, log_offset, record_time
FROM attestry.store_registry_assets FINAL
COMMENT 'A token deployment as the operator declares it. Each record replaces the earlier ones of the same asset. Record time: when the declaration takes effect.';
