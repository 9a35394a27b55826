import type { RegisterFeed } from '../../../ingest/feed.ts';
import { gleifReader } from '../../gleif/gleif-feed.ts';
import { relationshipColumns, relationshipRecords } from '../../gleif/relationship-records.ts';
import { columns, manifest } from './manifest.ts';

/** GLEIF's level 2 data: one row per child, kind of relationship and parent. */
export const feed: RegisterFeed = {
  kind: 'register',
  manifest,
  columns,
  polarity: 'relation',
  key: [relationshipColumns.start, relationshipColumns.type, relationshipColumns.end],
  ...gleifReader(relationshipRecords),
};
