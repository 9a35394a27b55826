import type { RegisterFeed } from '../../../ingest/feed.ts';
import { gleifManifest, gleifReader, goldenCopy } from '../../gleif/gleif-feed.ts';
import { relationshipColumns } from '../../../registers/gleif-columns.ts';
import { relationshipRecords } from '../../gleif/relationship-records.ts';

/** GLEIF's level 2 data: one row per child, kind of relationship and parent. */
export const feed: RegisterFeed = {
  kind: 'register',
  manifest: {
    ...gleifManifest,
    id: 'gleif-rr',
    label: "GLEIF's relationship records",
    files: [goldenCopy('rr')],
    parserVersion: '1.0.0',
  },
  polarity: 'relation',
  key: [relationshipColumns.start, relationshipColumns.type, relationshipColumns.end],
  // The start of a relationship is the child: the row is about that entity.
  columns: [
    { name: relationshipColumns.start, meaning: 'lei', label: 'LEI of the child' },
    { name: relationshipColumns.type, meaning: 'relation', label: 'relationship type' },
    { name: relationshipColumns.end, meaning: 'relation', label: 'LEI of the parent' },
    { name: relationshipColumns.status, meaning: 'relation', label: 'relationship status' },
    { name: relationshipColumns.startDate, meaning: 'relation', label: 'start of the relationship' },
    { name: relationshipColumns.endDate, meaning: 'relation', label: 'end of the relationship' },
    { name: relationshipColumns.recordStatus, meaning: 'relation', label: 'status of the record' },
    { name: relationshipColumns.lastUpdate, meaning: 'last_update', label: 'last update' },
  ],
  ...gleifReader(relationshipRecords),
};
