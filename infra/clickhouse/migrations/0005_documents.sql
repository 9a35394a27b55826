-- Captures of declared documents: every record.

CREATE TABLE IF NOT EXISTS attestry.store_document_captures {{on_cluster}} (
  capture_id String,
  document_id String,
  lane LowCardinality(String),
  url String,
  final_url Nullable(String),
  hops UInt32,
  as_of DateTime64(3, 'UTC'),
  obtained LowCardinality(String),
  outcome LowCardinality(String),
  status Nullable(UInt32),
  message Nullable(String),
  document_class LowCardinality(Nullable(String)),
  bytes Nullable(UInt64),
  sha256 Nullable(String),
  content_type Nullable(String),
  etag Nullable(String),
  last_modified Nullable(String),
  reading Nullable(String),
  measures Nullable(String),
  declared String,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:log_offset}}
ORDER BY (lane, document_id, as_of, capture_id);

CREATE VIEW IF NOT EXISTS attestry.document_captures {{on_cluster}} (
  capture_id String COMMENT 'sha256 of document, as-of, outcome, hashes and declarations: an equal capture has the same id.',
  document_id String COMMENT 'sha256 of the declared address.',
  lane LowCardinality(String) COMMENT 'Registrable domain of the declared address; the record key.',
  url String COMMENT 'Declared address.',
  final_url Nullable(String) COMMENT 'Address of the response, after redirects and the link to the document; null without a response.',
  hops UInt32 COMMENT 'Redirects and links between the two addresses.',
  as_of DateTime64(3, 'UTC') COMMENT 'Time of the capture: the event time of everything read from it.',
  obtained LowCardinality(String) COMMENT 'One of documentObtained: fetched, imported, not_modified, reread.',
  outcome LowCardinality(String) COMMENT 'One of fetchOutcome.',
  status Nullable(UInt32) COMMENT 'HTTP status of the response that decided the outcome; null without a response.',
  message Nullable(String) COMMENT 'Reason why nothing was read, as a sentence; null if the document was read.',
  document_class LowCardinality(Nullable(String)) COMMENT 'One of documentClass, by the bytes; null without bytes.',
  bytes Nullable(UInt64) COMMENT 'Size of the document.',
  sha256 Nullable(String) COMMENT 'Artifact of the document, sha256 hex; for an unmodified document, the earlier artifact.',
  content_type Nullable(String) COMMENT 'Content-Type the source sent.',
  etag Nullable(String) COMMENT 'ETag the source sent.',
  last_modified Nullable(String) COMMENT 'Last-Modified the source sent.',
  reading Nullable(String) COMMENT 'Result of the reader; null if nothing was read. As JSON text.',
  measures Nullable(String) COMMENT 'Hashes of text and links, number of words, and comparisons with up to four earlier captures, as RFC 8785 JSON text; null if nothing was read.',
  declared String COMMENT 'The sources that have this address, sorted by asset and source. As JSON text.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  capture_id, document_id, lane, url, final_url, hops, as_of, obtained, outcome, status, message, document_class, bytes, sha256, content_type, etag, last_modified, reading, measures, declared, log_partition, log_offset, record_time
FROM attestry.store_document_captures FINAL
COMMENT 'One capture of a declared document: the result of a fetch, import or new reading. A failed fetch is a record, too. Record time: append time; the event time is asOf.';
