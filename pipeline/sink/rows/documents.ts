import type { RowMapping } from '../row-mapping.ts';
import { json, millis, rowPerRecord } from '../row-mapping.ts';

export const documentCaptureRow: RowMapping<'document.captures'> = rowPerRecord('store_document_captures', {
  capture_id: (capture) => capture.captureId,
  document_id: (capture) => capture.documentId,
  lane: (capture) => capture.lane,
  url: (capture) => capture.url,
  final_url: (capture) => capture.finalUrl,
  hops: (capture) => capture.hops,
  as_of: (capture) => millis(capture.asOf),
  obtained: (capture) => capture.obtained,
  outcome: (capture) => capture.outcome,
  status: (capture) => capture.status,
  message: (capture) => capture.message,
  document_class: (capture) => capture.documentClass,
  bytes: (capture) => capture.bytes,
  sha256: (capture) => capture.sha256,
  content_type: (capture) => capture.contentType,
  etag: (capture) => capture.etag,
  last_modified: (capture) => capture.lastModified,
  reading: (capture) => json(capture.reading),
  measures: (capture) => capture.measures,
  declared: (capture) => json(capture.declared),
});
