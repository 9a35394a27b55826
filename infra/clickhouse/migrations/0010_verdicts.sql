-- Verdicts on obligations: the newest of each asset and obligation, and every record. Notices are read from the latter.

CREATE TABLE IF NOT EXISTS attestry.store_verdicts_history {{on_cluster}} (
  kind LowCardinality(String),
  verdict_id String,
  asset_id String,
  obligation_id LowCardinality(String),
  regime LowCardinality(String),
  period LowCardinality(String),
  verdict LowCardinality(String),
  previous LowCardinality(Nullable(String)),
  since DateTime64(3, 'UTC'),
  evidence Array(String),
  searched String,
  rules_version LowCardinality(String),
  group_id String,
  notice_kind LowCardinality(Nullable(String)),
  notice Nullable(String),
  statement String,
  position UInt64,
  severity_rank UInt8,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:log_offset}}
ORDER BY (asset_id, since, verdict_id, group_id)
SETTINGS merge_selector_base = 12;

CREATE TABLE IF NOT EXISTS attestry.store_verdicts {{on_cluster}} (
  kind LowCardinality(String),
  verdict_id String,
  asset_id String,
  obligation_id LowCardinality(String),
  regime LowCardinality(String),
  period LowCardinality(String),
  verdict LowCardinality(String),
  previous LowCardinality(Nullable(String)),
  since DateTime64(3, 'UTC'),
  evidence Array(String),
  searched String,
  rules_version LowCardinality(String),
  group_id String,
  notice_kind LowCardinality(Nullable(String)),
  notice Nullable(String),
  statement String,
  position UInt64,
  severity_rank UInt8,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3),
  INDEX by_offset log_offset TYPE minmax GRANULARITY 1
)
ENGINE = {{replacing:log_offset}}
ORDER BY (asset_id, kind, obligation_id, regime)
SETTINGS merge_selector_base = 12;

CREATE VIEW IF NOT EXISTS attestry.verdicts {{on_cluster}} (
  kind LowCardinality(String) COMMENT 'One of verdictRecord: verdict, regime.',
  verdict_id String COMMENT 'UUID version 5 over rules version, asset, obligation, period, verdict and evidence; of a regime over asset, regime, since and verdict.',
  asset_id String COMMENT 'Asset; the record key.',
  obligation_id LowCardinality(String) COMMENT 'Obligation, such as EMT-01; empty for a regime.',
  regime LowCardinality(String) COMMENT 'One of regime; empty for an obligation of every regime.',
  period LowCardinality(String) COMMENT 'Calendar period that it is about, such as 2026-10 or 2026-H2; empty for an obligation without periods.',
  verdict LowCardinality(String) COMMENT 'One of verdict: evidenced, not_evidenced, stale, contradicted, not_applicable, not_checked; for a regime one of regimeStanding: applies, ended.',
  previous LowCardinality(Nullable(String)) COMMENT 'The verdict before; null for the first one.',
  since DateTime64(3, 'UTC') COMMENT 'Time of the observation or tick that caused it.',
  evidence Array(String) COMMENT 'Observations that are its evidence, sorted.',
  searched String COMMENT 'Sources and registers that were searched, sorted by address. As JSON text.',
  rules_version LowCardinality(String) COMMENT 'Version of the obligation rules, such as obligations-v1.',
  group_id String COMMENT 'UUID version 5, the same for all verdicts of an asset that have one cause.',
  notice_kind LowCardinality(Nullable(String)) COMMENT 'One of notificationKind, on one record of each group; null on records without a notification.',
  notice Nullable(String) COMMENT 'Text of the notification; null on records without a notification.',
  statement String COMMENT 'The verdict as a sentence.',
  position UInt64 COMMENT 'Offset in asset.facts of the record that caused it.',
  severity_rank UInt8 COMMENT 'Rank of the severity of its notification: high 2, medium 3, low 4.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  kind, verdict_id, asset_id, obligation_id, regime, period, verdict, previous, since, evidence, searched, rules_version, group_id, notice_kind, notice, statement, position, severity_rank, log_partition, log_offset, record_time
FROM attestry.store_verdicts FINAL
COMMENT 'The verdict of published evidence on one obligation of an asset, or the begin or end of a regime for the asset. A later record of the same asset and obligation replaces it. Record time: since.';
