-- What the feed and the inbox read of changes: what they pick by, and all words of a change in one column. They read few
-- rows in many places. Of the wide table each place costs a block of every column, and five hundred rows around it.

CREATE TABLE IF NOT EXISTS attestry.store_feed_changes {{on_cluster}} (
  id String COMMENT 'The change.',
  revision UInt32 COMMENT 'The version of the row.',
  asset_id String COMMENT 'Asset concerned.',
  category LowCardinality(String) COMMENT 'One of category.',
  detected_at DateTime64(3, 'UTC') COMMENT 'When the new value was first observed.',
  notable_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When a revision first met the conditions for a notification.',
  confirmed Bool COMMENT 'False while it is a draft or candidate.',
  low_signal Bool COMMENT 'True if the two values cannot be compared with confidence.',
  materiality LowCardinality(Nullable(String)) COMMENT 'One of materiality, for disclosure fields.',
  group_id String COMMENT 'Changes of one document revision, or of one row in one file, share it.',
  direction_rank UInt8 COMMENT 'Rank of the direction by severity, 1 first.',
  words String COMMENT 'The whole change. As JSON text.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:revision}}
ORDER BY (asset_id, detected_at, id)
SETTINGS index_granularity = 32, min_compress_block_size = 4096, max_compress_block_size = 65536;

INSERT INTO attestry.store_feed_changes (id, revision, asset_id, category, detected_at, notable_at, confirmed, low_signal,
  materiality, group_id, direction_rank, words, log_partition, log_offset, record_time)
SELECT id, revision, asset_id, category, detected_at, notable_at, confirmed, low_signal, materiality, group_id,
  direction_rank,
  concat(
    '{"id":', toJSONString(id),
    ',"revision":', toString(revision),
    ',"assetId":', toJSONString(asset_id),
    ',"category":', toJSONString(toString(category)),
    ',"changeKind":', toJSONString(toString(change_kind)),
    ',"subjectKind":', toJSONString(toString(subject_kind)),
    ',"subjectKey":', toJSONString(subject_key),
    ',"field":', toJSONString(toString(field)),
    ',"fieldGroup":', ifNull(toJSONString(CAST(field_group, 'Nullable(String)')), 'null'),
    ',"sourceKey":', toJSONString(toString(source_key)),
    ',"oldObservationId":', ifNull(toJSONString(old_observation_id), 'null'),
    ',"newObservationId":', toJSONString(new_observation_id),
    ',"detectedAt":', toString(toUnixTimestamp64Milli(detected_at)),
    ',"notableAt":', ifNull(toString(toUnixTimestamp64Milli(notable_at)), 'null'),
    ',"revisedAt":', toString(toUnixTimestamp64Milli(revised_at)),
    ',"confirmed":', if(confirmed, 'true', 'false'),
    ',"lowSignal":', if(low_signal, 'true', 'false'),
    ',"materiality":', ifNull(toJSONString(CAST(materiality, 'Nullable(String)')), 'null'),
    ',"direction":', toJSONString(toString(direction)),
    ',"disposition":', toJSONString(toString(disposition)),
    ',"title":', toJSONString(title),
    ',"detail":', toJSONString(detail),
    ',"before":', ifNull(toJSONString(`before`), 'null'),
    ',"after":', ifNull(toJSONString(`after`), 'null'),
    ',"quote":', ifNull(toJSONString(quote), 'null'),
    ',"priorQuote":', ifNull(toJSONString(prior_quote), 'null'),
    ',"sourceUrl":', ifNull(toJSONString(source_url), 'null'),
    ',"priorSourceUrl":', ifNull(toJSONString(prior_source_url), 'null'),
    ',"sourceHash":', ifNull(toJSONString(source_hash), 'null'),
    ',"impact":', ifNull(toJSONString(impact), 'null'),
    ',"groupId":', toJSONString(group_id),
    ',"explanation":', explanation,
    ',"assessment":', assessment,
    '}'),
  log_partition, log_offset, record_time
FROM attestry.store_changes
SETTINGS max_block_size = 8192, min_insert_block_size_rows = 0, min_insert_block_size_bytes = 100000000,
  insert_null_as_default = 0, output_format_json_escape_forward_slashes = 0;
