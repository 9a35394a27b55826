-- State of the tenants as accounts.events left it. Internal: no view ever reads these tables.
-- Their rows are on the disk when an insert is answered: a power failure must not leave a part of keys, watchlists and
-- inboxes empty. One row takes 17 ms instead of 10; many rows at once take no longer.

CREATE TABLE IF NOT EXISTS attestry.store_tenants {{on_cluster}} (
  tenant_id String COMMENT 'Tenant.',
  `limit` UInt32 COMMENT 'Watchlist limit.',
  seen_at DateTime64(3, 'UTC') COMMENT 'Seen marker of the change feed.',
  created_at DateTime64(3, 'UTC') COMMENT 'When the tenant was made.',
  seq UInt64 COMMENT 'Sequence of the event within the tenant: the version of the row.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:seq}}
ORDER BY tenant_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS attestry.store_api_keys {{on_cluster}} (
  key_id String COMMENT 'Public part of the key.',
  tenant_id String COMMENT 'Tenant.',
  name String COMMENT 'Name the operator gave it.',
  secret_sha256 String COMMENT 'sha256 hex of the secret part.',
  last4 String COMMENT 'Last four characters of the secret.',
  scopes Array(String) COMMENT 'Scopes.',
  created_at DateTime64(3, 'UTC') COMMENT 'When it was made.',
  expires_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it stops working.',
  revoked_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it was revoked.',
  replaces Nullable(String) COMMENT 'Key that its holder replaced by this one.',
  used_on Nullable(String) COMMENT 'Newest UTC day on which it was used, YYYY-MM-DD.',
  seq UInt64 COMMENT 'Sequence of the event within the tenant: the version of the row.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:seq}}
ORDER BY key_id
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;

-- Opening, last renewal and end of a session are rows of their own, so that nothing undoes an end.
CREATE TABLE IF NOT EXISTS attestry.store_sessions {{on_cluster}} (
  session_sha256 String COMMENT 'sha256 hex of the session''s secret.',
  kind LowCardinality(String) COMMENT 'One of sessionEvent: opened, renewed, closed.',
  tenant_id String COMMENT 'Tenant.',
  key_id String COMMENT 'Key that signed in.',
  at DateTime64(3, 'UTC') COMMENT 'When it happened.',
  seq UInt64 COMMENT 'Sequence of the event within the tenant: the version of the row.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:seq}}
ORDER BY (session_sha256, kind)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS attestry.store_watch_items {{on_cluster}} (
  tenant_id String COMMENT 'Tenant.',
  item_id String COMMENT 'UUID of the item.',
  asset_id String COMMENT 'Asset watched.',
  state LowCardinality(String) COMMENT 'One of watchState: gathering, ready, unresolved, removed.',
  state_reason LowCardinality(Nullable(String)) COMMENT 'One of stateReason while unresolved.',
  intake_status LowCardinality(Nullable(String)) COMMENT 'One of intakeStatus while gathering.',
  monitoring_enabled Bool COMMENT 'False while paused.',
  note Nullable(String) COMMENT 'Private note.',
  added_at DateTime64(3, 'UTC') COMMENT 'Start of the watch; the same after a removal and a new addition.',
  current_add_at DateTime64(3, 'UTC') COMMENT 'When it was last put on the list.',
  current_add_seq UInt64 COMMENT 'Sequence of that event: orders the list.',
  seq UInt64 COMMENT 'Sequence of the event within the tenant: the version of the row.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:seq}}
ORDER BY (tenant_id, item_id)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS attestry.store_hidden_intervals {{on_cluster}} (
  tenant_id String COMMENT 'Tenant.',
  interval_id String COMMENT 'sha256 of the tenant, asset, kind and opening event.',
  asset_id String COMMENT 'Asset hidden.',
  kind LowCardinality(String) COMMENT 'paused, removed or unresolved.',
  `from` DateTime64(3, 'UTC') COMMENT 'Start, inclusive.',
  `to` Nullable(DateTime64(3, 'UTC')) COMMENT 'End, exclusive; null while open.',
  seq UInt64 COMMENT 'Sequence of the event within the tenant: the version of the row.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:seq}}
ORDER BY (tenant_id, asset_id, interval_id)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS attestry.store_intake_notices {{on_cluster}} (
  tenant_id String COMMENT 'Tenant.',
  notice_id String COMMENT 'UUID of the notification.',
  item_id String COMMENT 'Item concerned.',
  asset_id String COMMENT 'Asset concerned.',
  kind LowCardinality(String) COMMENT 'One of intake_ready, intake_partial, intake_unresolved.',
  reason Nullable(String) COMMENT 'Reason, when unresolved.',
  severity_rank UInt8 COMMENT 'Rank of the severity: unresolved is medium 3, else low 4.',
  created_at DateTime64(3, 'UTC') COMMENT 'When the intake ended.',
  seq UInt64 COMMENT 'Sequence of the event within the tenant: the version of the row.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:seq}}
ORDER BY (tenant_id, notice_id)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS attestry.store_command_outcomes {{on_cluster}} (
  command_id String COMMENT 'The command.',
  tenant_id String COMMENT 'Tenant.',
  status LowCardinality(String) COMMENT 'accepted, unchanged or rejected.',
  code Nullable(String) COMMENT 'Error code when rejected.',
  message Nullable(String) COMMENT 'Sentence when rejected.',
  `limit` UInt32 COMMENT 'Watchlist limit at that time.',
  used UInt32 COMMENT 'Items counted at that time.',
  item Nullable(String) COMMENT 'The item after the decision. As JSON text.',
  at DateTime64(3, 'UTC') COMMENT 'When the command took effect.',
  seq UInt64 COMMENT 'Sequence of the event within the tenant: the version of the row.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:seq}}
ORDER BY command_id
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS attestry.store_read_markers {{on_cluster}} (
  tenant_id String COMMENT 'Tenant.',
  notification_id String COMMENT 'Notification that was read.',
  read_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it was read; null: unread again.',
  seq UInt64 COMMENT 'Sequence of the event within the tenant: the version of the row.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:seq}}
ORDER BY (tenant_id, notification_id)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;

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

-- Tokens that key holders ask the operator to make public.
CREATE TABLE IF NOT EXISTS attestry.store_requests {{on_cluster}} (
  tenant_id String COMMENT 'Tenant.',
  request_id String COMMENT 'UUID of the request: one for a token and tenant.',
  caip19 String COMMENT 'CAIP-19 id of the token; EVM addresses in EIP-55 form.',
  note Nullable(String) COMMENT 'Text of the key holder, sealed under the tenant''s key.',
  state LowCardinality(String) COMMENT 'One of requestState: open, registered, declined, withdrawn.',
  reason Nullable(String) COMMENT 'Why the operator declined.',
  created_at DateTime64(3, 'UTC') COMMENT 'When the key holder asked.',
  decided_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it was declined, or found to be registered.',
  seq UInt64 COMMENT 'Sequence of the event within the tenant: the version of the row.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:seq}}
ORDER BY (tenant_id, request_id)
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
