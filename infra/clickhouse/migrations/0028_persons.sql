-- Parties that are persons.

ALTER TABLE attestry.store_registry_parties {{on_cluster}}
  ADD COLUMN IF NOT EXISTS kind LowCardinality(String) DEFAULT 'organisation' AFTER tax_ids,
  ADD COLUMN IF NOT EXISTS birth_year Nullable(Int32) AFTER kind;

ALTER TABLE attestry.store_registry_parties_history {{on_cluster}}
  ADD COLUMN IF NOT EXISTS kind LowCardinality(String) DEFAULT 'organisation' AFTER tax_ids,
  ADD COLUMN IF NOT EXISTS birth_year Nullable(Int32) AFTER kind;

CREATE OR REPLACE VIEW attestry.registry_parties {{on_cluster}} (
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
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  party_id, did, name, legal_name, lei, registration_number, country, aliases, wallets, isins, kyi, kyb, description, bics, tax_ids, kind, birth_year,
  log_partition, log_offset, record_time
FROM attestry.store_registry_parties FINAL
COMMENT 'A legal entity or person as the operator declares it. Each record replaces the earlier ones of the same party; the history shows what was declared on a given day. Record time: when the declaration takes effect.';
