import type { FeedManifest } from '../../ingest/feed.ts';
import { fileLimits } from '../../../schemas/file-limits.ts';
import { hourMs } from '../../../schemas/values/durations.ts';

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
    maximumBytes: fileLimits.large.packed,
    maximumInflatedBytes: fileLimits.large.content,
    totalTimeoutMs: hourMs,
  },
} as const satisfies Partial<FeedManifest>;
