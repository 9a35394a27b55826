-- Changes: newest revision of each, and every revision.
-- Unpartitioned with a small granularity: the feed reads a few assets over a long time. Revisions keep detected_at,
-- so the sorting key never alters. by_offset serves readers that poll for what is new in a log partition.

-- The feed reads few rows in many places. A place of a narrow column is unpacked with all that is in its block, so blocks
-- are cut small: a year of fifty assets takes half the time, in four percent more space.
CREATE TABLE IF NOT EXISTS attestry.store_changes {{on_cluster}} (
  id String,
  revision UInt32,
  asset_id String,
  category LowCardinality(String),
  change_kind LowCardinality(String),
  subject_kind LowCardinality(String),
  subject_key String,
  field LowCardinality(String),
  field_group LowCardinality(Nullable(String)),
  source_key LowCardinality(String),
  old_observation_id Nullable(String),
  new_observation_id String,
  detected_at DateTime64(3, 'UTC'),
  notable_at Nullable(DateTime64(3, 'UTC')),
  known_at DateTime64(3, 'UTC'),
  revised_at DateTime64(3, 'UTC'),
  confirmed Bool,
  low_signal Bool,
  materiality LowCardinality(Nullable(String)),
  direction LowCardinality(String),
  disposition LowCardinality(String),
  severity LowCardinality(String),
  title String,
  detail String,
  `before` Nullable(String),
  `after` Nullable(String),
  quote Nullable(String),
  prior_quote Nullable(String),
  source_url Nullable(String),
  prior_source_url Nullable(String),
  source_hash Nullable(String),
  impact Nullable(String),
  group_id String,
  explanation String,
  assessment String,
  direction_rank UInt8,
  severity_rank UInt8,
  notable Bool,
  assessment_status LowCardinality(String),
  confidence Float64,
  rules_version LowCardinality(String),
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3),
  INDEX by_id id TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX by_offset log_offset TYPE minmax GRANULARITY 1
)
ENGINE = {{replacing:revision}}
ORDER BY (asset_id, detected_at, id)
SETTINGS index_granularity = 512, min_compress_block_size = 4096, max_compress_block_size = 65536, merge_selector_base = 12;

-- The history is read by its sorting key. An index is two files of every part, and an insert of a few changes costs by its
-- files, not by its rows: none here.
CREATE TABLE IF NOT EXISTS attestry.store_changes_history {{on_cluster}} (
  id String,
  revision UInt32,
  asset_id String,
  category LowCardinality(String),
  change_kind LowCardinality(String),
  subject_kind LowCardinality(String),
  subject_key String,
  field LowCardinality(String),
  field_group LowCardinality(Nullable(String)),
  source_key LowCardinality(String),
  old_observation_id Nullable(String),
  new_observation_id String,
  detected_at DateTime64(3, 'UTC'),
  notable_at Nullable(DateTime64(3, 'UTC')),
  known_at DateTime64(3, 'UTC'),
  revised_at DateTime64(3, 'UTC'),
  confirmed Bool,
  low_signal Bool,
  materiality LowCardinality(Nullable(String)),
  direction LowCardinality(String),
  disposition LowCardinality(String),
  severity LowCardinality(String),
  title String,
  detail String,
  `before` Nullable(String),
  `after` Nullable(String),
  quote Nullable(String),
  prior_quote Nullable(String),
  source_url Nullable(String),
  prior_source_url Nullable(String),
  source_hash Nullable(String),
  impact Nullable(String),
  group_id String,
  explanation String,
  assessment String,
  direction_rank UInt8,
  severity_rank UInt8,
  notable Bool,
  assessment_status LowCardinality(String),
  confidence Float64,
  rules_version LowCardinality(String),
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:log_offset}}
ORDER BY (asset_id, detected_at, id, revision)
SETTINGS index_granularity = 512, merge_selector_base = 12;

CREATE VIEW IF NOT EXISTS attestry.changes {{on_cluster}} (
  id String COMMENT '<category>:<26 base32 characters>, a hash of the category, the subject and the two observations.',
  revision UInt32 COMMENT '0 for the first; each later revision replaces the earlier ones.',
  asset_id String COMMENT 'Asset concerned; the record key.',
  category LowCardinality(String) COMMENT 'One of category.',
  change_kind LowCardinality(String) COMMENT 'One of changeKind.',
  subject_kind LowCardinality(String) COMMENT 'Kind of subject that changed.',
  subject_key String COMMENT 'Which subject.',
  field LowCardinality(String) COMMENT 'Which fact.',
  field_group LowCardinality(Nullable(String)) COMMENT 'One of fieldGroup, for disclosure fields.',
  source_key LowCardinality(String) COMMENT 'Source the fact was read from.',
  old_observation_id Nullable(String) COMMENT 'Observation of the previous value.',
  new_observation_id String COMMENT 'First observation that showed the new value.',
  detected_at DateTime64(3, 'UTC') COMMENT 'observedAt of that first observation.',
  notable_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When a revision first met the conditions for a notification.',
  known_at DateTime64(3, 'UTC') COMMENT 'When the change took its present state (open, confirmed or withdrawn): observedAt of the observation or review that caused it.',
  revised_at DateTime64(3, 'UTC') COMMENT 'observedAt of the observation that caused this revision.',
  confirmed Bool COMMENT 'False while it is a draft or candidate.',
  low_signal Bool COMMENT 'True if the two values cannot be compared with confidence.',
  materiality LowCardinality(Nullable(String)) COMMENT 'One of materiality, for disclosure fields.',
  direction LowCardinality(String) COMMENT 'One of direction, from the view of a token holder.',
  disposition LowCardinality(String) COMMENT 'One of disposition.',
  severity LowCardinality(String) COMMENT 'One of severity: how urgent it is for a holder.',
  title String COMMENT 'What changed, short.',
  detail String COMMENT 'What changed, one sentence.',
  `before` Nullable(String) COMMENT 'Previous value in words.',
  `after` Nullable(String) COMMENT 'New value in words.',
  quote Nullable(String) COMMENT 'Passage that states the new value.',
  prior_quote Nullable(String) COMMENT 'Passage that stated the previous value.',
  source_url Nullable(String) COMMENT 'Where the new value is published.',
  prior_source_url Nullable(String) COMMENT 'Where the previous value was published.',
  source_hash Nullable(String) COMMENT 'sha256:<hex> of the bytes the new value was read from.',
  impact Nullable(String) COMMENT 'One factual line on the subjects that the change affects.',
  group_id String COMMENT 'Changes of one document revision, or of one row in one file, share it.',
  explanation String COMMENT 'The change in plain words. As JSON text.',
  assessment String COMMENT 'What the change means for a holder. As JSON text.',
  direction_rank UInt8 COMMENT 'Rank of the direction in the order of impact: weakens 1, mixed 2, strengthens 3, neutral 4, unassessed or unknown 5.',
  severity_rank UInt8 COMMENT 'Rank of the severity: severe 1, high 2, medium or unknown 3, low 4.',
  notable Bool COMMENT 'Whether the change ever met the conditions for a notification: notable_at is set.',
  assessment_status LowCardinality(String) COMMENT 'assessment.status: one of assessmentStatus.',
  confidence Float64 COMMENT 'assessment.confidence: from the confidence table, 0 to 1.',
  rules_version LowCardinality(String) COMMENT 'assessment.rulesVersion: rule set, for example impact-v1.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  id, revision, asset_id, category, change_kind, subject_kind, subject_key, field, field_group, source_key,
  old_observation_id, new_observation_id, detected_at, notable_at, known_at, revised_at, confirmed, low_signal,
  materiality, direction, disposition, severity, title, detail, `before`, `after`, quote, prior_quote, source_url,
  prior_source_url, source_hash, impact, group_id, explanation, assessment, direction_rank, severity_rank, notable, assessment_status, confidence,
  rules_version, log_partition, log_offset, record_time
FROM attestry.store_changes FINAL
COMMENT 'A categorised change of a fact about an asset, with its explanation and impact assessment. A later revision has the same id and a higher revision number. Record time: detectedAt of the change for the first revision, the time of the causing observation for later ones.';

-- What the feed and the inbox read of changes: what they pick by, and the text of a change in one column. They read few
-- rows in many places. Of the wide table each place costs a block of every column, and five hundred rows around it.
-- Some places of every part are read, so the fewer parts the better: parts are merged when there are two or three of a size
-- instead of five. Each row is written more often for it.
CREATE TABLE IF NOT EXISTS attestry.store_feed_changes {{on_cluster}} (
  id String COMMENT 'The change.',
  revision UInt32 COMMENT 'The version of the row.',
  asset_id String COMMENT 'Asset concerned.',
  category LowCardinality(String) COMMENT 'One of category.',
  detected_at DateTime64(3, 'UTC') COMMENT 'When the new value was first observed.',
  notable_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When a revision first met the conditions for a notification.',
  known_at DateTime64(3, 'UTC') COMMENT 'When the change took its present state.',
  confirmed Bool COMMENT 'False while it is a draft or candidate.',
  low_signal Bool COMMENT 'True if the two values cannot be compared with confidence.',
  materiality LowCardinality(Nullable(String)) COMMENT 'One of materiality, for disclosure fields.',
  disposition LowCardinality(String) COMMENT 'One of disposition.',
  group_id String COMMENT 'Changes of one document revision, or of one row in one file, share it.',
  direction_rank UInt8 COMMENT 'Rank of the direction in the order of impact, 1 first.',
  severity_rank UInt8 COMMENT 'Rank of the severity, 1 first.',
  words String COMMENT 'The whole change. As JSON text.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:revision}}
ORDER BY (asset_id, detected_at, id)
SETTINGS index_granularity = 32, min_compress_block_size = 4096, max_compress_block_size = 65536, merge_selector_base = 2.5;
