-- Name of the token that an asset is a deployment of.

ALTER TABLE attestry.store_registry_assets {{on_cluster}}
  ADD COLUMN IF NOT EXISTS token Nullable(String) AFTER status;

ALTER TABLE attestry.store_registry_assets_history {{on_cluster}}
  ADD COLUMN IF NOT EXISTS token Nullable(String) AFTER status;

CREATE OR REPLACE VIEW attestry.registry_assets {{on_cluster}} (
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
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  asset_id, did, slug, chain, address, standard, decimals, name, symbol, description, website_url, whitepaper_url,
  image, attestation_address, issuer_id, parties, identifiers, regimes, sources, verified_at, status, token, log_partition,
  log_offset, record_time
FROM attestry.store_registry_assets FINAL
COMMENT 'A token deployment as the operator declares it. Each record replaces the earlier ones of the same asset. Record time: when the declaration takes effect.';
