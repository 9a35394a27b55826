import type { RouteDependencies } from '../../deps.ts';
import type { ApiError } from '../../errors.ts';
import { invalidParameters } from '../../errors.ts';
import type { ChangedIds } from '../../memory/versions.ts';
import { cursorPattern, cursorSchema } from '../../http/opaque-cursor.ts';
import type { KeyedRequest, KeyedRoute } from '../../route.ts';
import { createConcurrencyLimit } from '../../guard/concurrency-limit.ts';
import { readStreamCursor, type StreamCursor, streamOf } from './cursor.ts';
import { streamChangesDocs } from './docs.ts';
import { createEventReader } from './read-events.ts';
import { openSession, type StreamTiming } from './session.ts';
import { shareReads } from './share-reads.ts';
import { parseUrl } from '../../../schemas/values/parse-url.ts';

type Dependencies = Pick<
  RouteDependencies,
  'tables' | 'registry' | 'versions' | 'recent' | 'logger' | 'stopping' | 'changes' | 'snapshots'
>;

/** Streams of one key that may be open at once, in one process. */
const streamsPerKey = 5;
const usualTiming: StreamTiming = { heartbeatMs: 15_000, admissionMs: 1_000 };

/**
 * `GET /me/monitoring/stream`: changes and notifications as server-sent events. A client that lost the connection continues
 * behind the id of its last event: no event is lost, and one may come again.
 */
export function streamRoutes(dependencies: Dependencies, timing: StreamTiming = usualTiming): readonly KeyedRoute[] {
  const { tables, registry, versions, recent, logger, stopping, changes, snapshots } = dependencies;
  const limit = createConcurrencyLimit(streamsPerKey);
  const reader = shareReads(createEventReader({ tables, registry, versions, recent, snapshots, store: changes }));

  /** Calls `wake` after a change of the tenant or of one of its assets. */
  const subscribe = (tenantId: string, wake: () => void): (() => void) => {
    const isConcerned = async (changed: ChangedIds): Promise<boolean> =>
      changed.tenants.has(tenantId) ||
      (await snapshots.assetIds(tenantId)).some((assetId) => changed.assets.has(assetId));
    return versions.subscribe((changed) => {
      // If the assets cannot be read, a needless read is better than a missed event.
      isConcerned(changed).then((concerned) => (concerned ? wake() : undefined), wake);
    });
  };

  const ends = new Set<() => void>();
  stopping.addEventListener('abort', () => ends.forEach((end) => end()), { once: true });
  const whenStopping = (end: () => void): (() => void) => {
    ends.add(end);
    if (stopping.aborted) end();
    return () => void ends.delete(end);
  };

  const streamChanges: KeyedRoute = {
    operationId: 'streamChanges',
    summary: 'Follow changes and notifications as they come',
    ...streamChangesDocs,
    interface: 'B',
    method: 'GET',
    path: '/me/monitoring/stream',
    scopes: ['monitoring:read'],
    // A browser's EventSource does not retry after any status but 200.
    waits: true,
    query: {
      unknown: 'refuse',
      parameters: {
        cursor: {
          description:
            'Where to begin: the id of an event of this key holder; any other text is 400. For clients that cannot send Last-Event-ID, which goes before it',
          schema: { type: 'string', pattern: cursorPattern },
          shown: cursorSchema,
          expects: 'the id of an event',
        },
      },
    },
    requestHeaders: {
      'Last-Event-ID': {
        description:
          'Id of the last event that arrived, of this key holder; any other text is 400. Without it the stream begins now',
        schema: { type: 'string', pattern: cursorPattern },
        shown: cursorSchema,
        expects: 'the id of an event',
      },
    },
    responses: {
      200: {
        description:
          'Events `change` (a change with its revision) and `notification`, each with an id to go on from, and a comment every 15 seconds',
        schema: null,
        mediaTypes: ['text/event-stream'],
      },
    },
    errors: ['invalid_parameter'],
    handle: async (request) => {
      const { principal, stillAdmitted } = request;
      const { tenantId } = principal;
      const begin = cursorOf(request) ?? (await reader.now(tenantId));
      return {
        status: 200,
        type: 'text/event-stream',
        takeOver: async (connection) => {
          const { host = '' } = connection.request.headers;
          if (parseUrl(`http://${host}`) === null)
            throw invalidParameters([{ parameter: 'Host', reason: 'is not a host' }]);
          // The connection may have closed while the start was read, and the event is emitted only once.
          if (connection.response.closed || connection.response.destroyed) return;
          const release = limit.acquire(principal.keyId, 'Five streams are open with this key; close one first');
          connection.response.once('close', release);
          await openSession({
            connection,
            begin,
            read: (cursor) => reader.after(tenantId, cursor),
            subscribe: (wake) => subscribe(tenantId, wake),
            stillAdmitted,
            whenStopping,
            timing,
            logger,
          });
        },
      };
    },
  };

  return [streamChanges];
}

/** Null if the client names no event. */
function cursorOf({ query, header, principal }: KeyedRequest): StreamCursor | null {
  const lastEventId = header('last-event-id');
  const text = lastEventId ?? query.one('cursor');
  if (text === null) return null;
  const cursor = readStreamCursor(text);
  if (cursor !== null && cursor.of === streamOf(principal.tenantId)) return cursor;
  throw refuse(lastEventId === null ? 'cursor' : 'Last-Event-ID');
}

const refuse = (parameter: string): ApiError =>
  invalidParameters([{ parameter, reason: 'must be the id of an event of this key holder' }]);
