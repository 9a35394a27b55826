import { ApiError } from '../../../api/errors.ts';
import { writeStreamCursor } from '../../../api/readmodel/resources/stream/cursor.ts';
import type { StreamBatch } from '../../../api/readmodel/resources/stream/read-events.ts';
import type { SentBatch } from '../../../api/readmodel/resources/stream/session.ts';
import { createTenantStreams, type TenantStreams } from '../../../api/readmodel/resources/stream/tenant-streams.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { type PageRoute, readerOf } from '../../page-route.ts';
import { counted } from '../../labels/dates.ts';
import { newChangesPath } from '../../labels/feed-paths.ts';
import { ifReachable } from '../../readers/if-reachable.ts';

/** Tabs of one key that follow at once. A tab that is not visible does not. */
const tabs = { perKey: 20, refusal: 'Twenty pages of this key show live changes; close one first' };

/** What a page shows of its reader's inbox and changes. */
interface News {
  /** Unread notifications; null if they cannot be counted now. */
  readonly unread: number | null;
  /** Changes since the last event. */
  readonly changes: number;
  /** Where they are shown, and what the link states: a single change itself. Absent without any. */
  readonly href?: string;
  readonly text?: string;
}

/** The members of a change that its toast states. */
interface SentChange {
  readonly id: string;
  readonly revision: number;
  readonly title: string;
  readonly href: string;
  readonly confirmed: boolean;
  readonly disposition: string;
  /** Its members are null while the token is taken in. */
  readonly asset: { readonly symbol: string | null };
}

/** "Match with the UN Security Council's consolidated list on DEMO confirmed". */
function toastOf({ title, href, revision, confirmed, disposition, asset }: SentChange): Pick<News, 'href' | 'text'> {
  const state = disposition === 'superseded' ? ' withdrawn' : revision > 0 && confirmed ? ' confirmed' : '';
  return { href, text: `${title}${asset.symbol === null ? '' : ` on ${asset.symbol}`}${state}` };
}

/**
 * `GET /live`: server-sent events `news` for the script of a page, each with an id to go on from. The first states the count
 * as it is, and every later one follows a change or a mark.
 */
export function liveRoutes(
  dependencies: ExplorerDependencies,
  streams: TenantStreams = createTenantStreams(dependencies, tabs),
): readonly PageRoute[] {
  const { countUnread, sessions } = dependencies;

  const newsOf = async (tenantId: string, batch: StreamBatch, unread: number | null): Promise<SentBatch> => {
    const shown = new Map(
      batch.events
        .flatMap(({ name, data }) => (name === 'change' ? [JSON.parse(data) as SentChange] : []))
        .map((change) => [change.id, change]),
    );
    const changes = shown.size;
    const [only] = shown.values();
    const several = { href: newChangesPath, text: counted(changes, 'new change') };
    const now = await ifReachable(countUnread(tenantId));
    if (changes === 0 && now === unread) return { ...batch, events: [] };
    const link = changes === 0 ? {} : only === undefined || changes > 1 ? several : toastOf(only);
    const data = JSON.stringify({ unread: now, changes, ...link } satisfies News);
    return { ...batch, events: [{ name: 'news', data, id: writeStreamCursor(batch.cursor) }] };
  };

  return [
    {
      name: 'live',
      method: 'GET',
      path: '/live',
      scopes: ['monitoring:read'],
      handle: async (request) => {
        const reader = readerOf(request);
        const { principal } = reader;
        const { tenantId } = principal;
        const given = request.query.get('cursor');
        const cursor = given === null ? null : streams.cursorOf(tenantId, given);
        if (given !== null && cursor === null) throw new ApiError('invalid_parameter', 'cursor is not one of /live');
        const begin = cursor ?? (await streams.reader.now(tenantId));
        let lastUnread: number | null = -1;
        return {
          status: 200,
          type: 'text/event-stream',
          takeOver: (connection) =>
            streams.open(connection, {
              principal,
              begin,
              stillAdmitted: () => sessions.goesOn(reader),
              read: async (at) => {
                const news = await newsOf(tenantId, await streams.reader.after(tenantId, at), lastUnread);
                const [event] = news.events;
                if (event !== undefined) lastUnread = (JSON.parse(event.data) as News).unread;
                return news;
              },
            }),
        };
      },
    },
  ];
}
