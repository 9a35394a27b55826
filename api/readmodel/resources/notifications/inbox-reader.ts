import type { ReadModel } from '../../dependencies.ts';
import { createTenantCache } from '../../memory/tenants/tenant-cache.ts';
import { type OpenMatches, readOpenMatches } from './open-matches.ts';
import { type Cursor, wholeInbox } from './notice-rows.ts';
import { type InboxRequest, type PickedInbox, pickNotices } from './queries.ts';
import { type ReadNotice, readNotices } from './read.ts';
import { defaultNotifications } from './schema.ts';
import { createWholeInboxes } from './whole-inboxes.ts';

/** One page of an inbox. */
export interface Inbox {
  readonly notices: readonly ReadNotice[];
  /** Start of the next page; null if this page is the last. */
  readonly next: Cursor | null;
  /** All unread notifications of the tenant. */
  readonly unread: number;
}

/** Readers of inboxes, one a process, so that the page, its badge and the JSON twin share a cache (U-19). */
export interface InboxReaders {
  readonly readInbox: (tenantId: string, request: InboxRequest) => Promise<Inbox>;
  /** All unread notifications of the tenant, the number of the first page that the API serves by default. */
  readonly countUnread: (tenantId: string) => Promise<number>;
  /** Those of some ids that are notifications of the tenant. */
  readonly knownNotices: (tenantId: string, ids: readonly string[]) => Promise<readonly string[]>;
}

/** A page without the texts of changes. */
interface Page extends PickedInbox {
  /** Matches of the assets whose intake notifications are on the page. */
  readonly openMatches: OpenMatches;
}

/** Cached pages, a few kilobytes each. */
const mostPages = 1_000;

type Dependencies = Pick<ReadModel, 'tables' | 'registry' | 'changes' | 'versions' | 'snapshots' | 'clock'>;

export function inboxReaders(dependencies: Dependencies): InboxReaders {
  const { tables, snapshots, registry, changes } = dependencies;
  const cache = createTenantCache<Page>({ ...dependencies, most: mostPages });
  const readWhole = createWholeInboxes(dependencies);

  const pick = async (tenantId: string, request: InboxRequest): Promise<PickedInbox> =>
    pickNotices(tables, { tenantId, snapshot: await snapshots.fresh(tenantId) }, request, readWhole);

  const read = (tenantId: string, request: InboxRequest): Promise<Page> =>
    cache.read({ tenantId, query: JSON.stringify(request), restsOn: 'watches' }, async () => {
      const inbox = await pick(tenantId, request);
      const openMatches = await readOpenMatches(tables, inbox.notices);
      return { value: { ...inbox, openMatches }, validUntil: Number.POSITIVE_INFINITY };
    });

  return {
    readInbox: async (tenantId, request) => {
      const { notices, next, unread, openMatches } = await read(tenantId, request);
      return { notices: await readNotices(notices, { store: changes, registry, openMatches }), next, unread };
    },
    countUnread: async (tenantId) => (await read(tenantId, firstPage)).unread,
    knownNotices: async (tenantId, ids) => {
      const all = await pick(tenantId, { unreadOnly: false, ...wholeInbox });
      const known = new Set(all.notices.map(({ notificationId }) => notificationId));
      return ids.filter((id) => known.has(id));
    },
  };
}

const firstPage: InboxRequest = { unreadOnly: false, limit: defaultNotifications, after: null, bySeverity: false };
