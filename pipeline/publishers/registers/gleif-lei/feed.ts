import type { RegisterFeed } from '../../../ingest/feed.ts';
import { gleifReader } from '../../gleif/gleif-feed.ts';
import { leiColumns, leiRecords } from '../../gleif/lei-records.ts';
import { columns, manifest } from './manifest.ts';

/** GLEIF's level 1 data: one row per LEI. */
export const feed: RegisterFeed = {
  kind: 'register',
  manifest,
  columns,
  polarity: 'identity',
  key: [leiColumns.lei],
  ...gleifReader(leiRecords),
};
