import type { FeedManifest } from '../../ingest/feed.ts';

/** Media types and limits of files that are packed, and several times larger than memory. */
export const largeFiles = {
  contentTypes: [
    'application/zip',
    'application/x-zip-compressed',
    'application/octet-stream',
    'binary/octet-stream',
    'application/gzip',
    'application/xml',
    'text/xml',
    'text/csv',
    'application/json',
  ],
  limits: {
    maximumBytes: 4 * 1024 ** 3,
    maximumInflatedBytes: 64 * 1024 ** 3,
    totalTimeoutMs: 60 * 60 * 1000,
  },
} as const satisfies Partial<FeedManifest>;
