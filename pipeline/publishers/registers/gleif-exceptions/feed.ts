import type { RegisterFeed } from '../../../ingest/feed.ts';
import { exceptionColumns } from '../../../registers/gleif-columns.ts';
import { exceptionRecords } from '../../gleif/exception-records.ts';
import { gleifManifest, gleifReader, goldenCopy } from '../../gleif/gleif-feed.ts';

/** GLEIF's level 2 reporting exceptions: one row per LEI and kind of parent. */
export const feed: RegisterFeed = {
  kind: 'register',
  manifest: {
    ...gleifManifest,
    id: 'gleif-exceptions',
    label: "GLEIF's reporting exceptions",
    files: [goldenCopy('repex')],
    parserVersion: '1.0.0',
  },
  polarity: 'relation',
  key: [exceptionColumns.lei, exceptionColumns.category],
  columns: [
    { name: exceptionColumns.lei, meaning: 'lei', label: 'LEI' },
    { name: exceptionColumns.category, meaning: 'relation', label: 'parent that is not reported' },
    { name: exceptionColumns.reason, meaning: 'relation', label: 'reason why it is not reported' },
  ],
  ...gleifReader(exceptionRecords),
};
