import type { FeedManifest, RegisterColumn } from '../../../ingest/feed.ts';
import { gleifManifest, goldenCopy } from '../../gleif/gleif-feed.ts';
import { relationshipColumns } from '../../gleif/relationship-records.ts';

export const manifest: FeedManifest = {
  ...gleifManifest,
  id: 'gleif-rr',
  label: "GLEIF's relationship records",
  files: [goldenCopy('rr')],
  parserVersion: '1.0.0',
};

/** The start of a relationship is the child: the row is about that entity. */
export const columns: readonly RegisterColumn[] = [
  { name: relationshipColumns.start, meaning: 'lei', label: 'LEI of the child' },
  { name: relationshipColumns.type, meaning: 'relation', label: 'relationship type' },
  { name: relationshipColumns.end, meaning: 'relation', label: 'LEI of the parent' },
  { name: relationshipColumns.status, meaning: 'relation', label: 'relationship status' },
  { name: relationshipColumns.startDate, meaning: 'relation', label: 'start of the relationship' },
  { name: relationshipColumns.endDate, meaning: 'relation', label: 'end of the relationship' },
  { name: relationshipColumns.recordStatus, meaning: 'relation', label: 'status of the record' },
  { name: relationshipColumns.lastUpdate, meaning: 'last_update', label: 'last update' },
];
