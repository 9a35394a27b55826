import type { RegisterFeed } from '../../../ingest/feed.ts';
import { exceptionColumns, exceptionRecords } from '../../gleif/exception-records.ts';
import { gleifReader } from '../../gleif/gleif-feed.ts';
import { columns, manifest } from './manifest.ts';

/** GLEIF's level 2 reporting exceptions: one row per LEI and kind of parent. */
export const feed: RegisterFeed = {
  kind: 'register',
  manifest,
  columns,
  polarity: 'relation',
  key: [exceptionColumns.lei, exceptionColumns.category],
  ...gleifReader(exceptionRecords),
};
