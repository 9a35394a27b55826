import type { TableReader } from '../tables/reader.ts';
import { createRecentChanges, type RecentChanges } from './changes/recent-changes.ts';
import { createRecentNotices, type RecentNotices } from './verdicts/recent-notices.ts';

/** What the sink of this process inserted last, of that which streams send. */
export interface Recent {
  readonly changes: RecentChanges;
  readonly notices: RecentNotices;
}

export const createRecent = (tables: TableReader): Recent => ({
  changes: createRecentChanges(tables),
  notices: createRecentNotices(tables),
});
