import type { FeedManifest, RegisterColumn } from '../../../ingest/feed.ts';
import { exceptionColumns } from '../../gleif/exception-records.ts';
import { gleifManifest, goldenCopy } from '../../gleif/gleif-feed.ts';

export const manifest: FeedManifest = {
  ...gleifManifest,
  id: 'gleif-exceptions',
  label: "GLEIF's reporting exceptions",
  files: [goldenCopy('repex')],
  parserVersion: '1.0.0',
};

export const columns: readonly RegisterColumn[] = [
  { name: exceptionColumns.lei, meaning: 'lei', label: 'LEI' },
  { name: exceptionColumns.category, meaning: 'relation', label: 'parent that is not reported' },
  { name: exceptionColumns.reason, meaning: 'relation', label: 'reason why it is not reported' },
];
