import type { DocumentCapture } from '../../schemas/generated/records.ts';
import { assetId, day, now } from '../api/records.ts';

/** A document that was read a day ago, declared by an asset. */
export const capture = (documentId: string, n: number, part: Partial<DocumentCapture> = {}): DocumentCapture => ({
  captureId: `${documentId.slice(0, 8)} ${part.asOf ?? ''}`,
  documentId,
  lane: 'example.com',
  hops: 0,
  asOf: now - day,
  url: 'https://example.com/terms',
  finalUrl: 'https://example.com/terms',
  obtained: 'fetched',
  outcome: 'ok',
  status: 200,
  message: null,
  documentClass: 'html',
  bytes: 84_000,
  sha256: 'ab'.repeat(32),
  contentType: null,
  etag: null,
  lastModified: null,
  reading: null,
  measures: null,
  declared: [
    {
      assetId: assetId(n),
      sourceId: 'terms',
      kind: 'terms',
      extractor: 'page',
      profile: null,
      profileSha256: null,
    },
  ],
  ...part,
});
