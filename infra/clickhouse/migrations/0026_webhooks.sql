-- Endpoints that tenants want changes sent to, and every try of the last 30 days, older rows are deleted by housekeeping.

CREATE TABLE IF NOT EXISTS attestry.store_webhooks {{on_cluster}} (
  tenant_id String COMMENT 'Tenant.',
  endpoint_id String COMMENT 'UUID of the endpoint.',
  url String COMMENT 'Address, sealed under the tenant''s key; empty once removed.',
  secret String COMMENT 'Signing secret, sealed under the tenant''s key; empty once removed.',
  previous_secret Nullable(String) COMMENT 'Secret before the last rotation, sealed; it also signs until previous_until.',
  previous_until Nullable(DateTime64(3, 'UTC')) COMMENT 'End of the previous secret.',
  state LowCardinality(String) COMMENT 'One of webhookState: enabled, disabled, removed.',
  reason LowCardinality(Nullable(String)) COMMENT 'Why it is disabled, one of webhookReason: gone, failing, stopped.',
  cursor String COMMENT 'Position in the tenant''s stream after every message that was sent or is pending.',
  pending String COMMENT 'Messages that are sent again, oldest first. As JSON text.',
  failing_since Nullable(DateTime64(3, 'UTC')) COMMENT 'Time of the first failure since the last success; null while deliveries succeed.',
  progress UInt64 COMMENT 'Number of progress reports.',
  created_at DateTime64(3, 'UTC') COMMENT 'When it was created.',
  seq UInt64 COMMENT 'Sequence of the event within the tenant: the version of the row.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:seq}}
ORDER BY (tenant_id, endpoint_id)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS attestry.store_webhook_deliveries {{on_cluster}} (
  tenant_id String COMMENT 'Tenant.',
  endpoint_id String COMMENT 'Endpoint.',
  message_id String COMMENT 'Id of the message: webhook-id.',
  kind LowCardinality(String) COMMENT 'One of webhookEvent.',
  tries UInt32 COMMENT 'Number of this try, from 1; 0 for a test and for a message that was sent again by hand.',
  outcome LowCardinality(String) COMMENT 'One of deliveryOutcome: delivered, failed, given_up.',
  status Nullable(UInt32) COMMENT 'HTTP status of the answer; null without an answer.',
  error Nullable(String) COMMENT 'Why it failed, as a sentence.',
  answer Nullable(String) COMMENT 'First KiB of the answer, sealed under the tenant''s key.',
  duration_ms UInt32 COMMENT 'Duration of the try.',
  cursor String COMMENT 'Place in the tenant''s stream before the message; empty for a test.',
  at DateTime64(3, 'UTC') COMMENT 'When it was sent.',
  seq UInt64 COMMENT 'Sequence of the event within the tenant: the version of the row.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:seq}}
ORDER BY (tenant_id, endpoint_id, at, message_id, tries)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;
