import type { ApiError } from '../../errors.ts';
import { invalidParameters } from '../../errors.ts';
import { cursorPattern, cursorSchema } from '../../readmodel/opaque-cursor.ts';
import type { KeyedRequest, KeyedRoute } from '../../route/route.ts';
import type { StreamCursor } from '../../readmodel/resources/stream/cursor.ts';
import { streamChangesDocs, streamText } from './docs.ts';
import type { StreamTiming } from '../../readmodel/resources/stream/session.ts';
import {
  createTenantStreams,
  type StreamDependencies,
  type TenantStreams,
} from '../../readmodel/resources/stream/tenant-streams.ts';

const fiveStreams = { perKey: 5, refusal: 'Five streams are open with this key; close one first' };

/**
 * `GET /me/monitoring/stream`: changes and notifications as server-sent events. A client that lost the connection continues
 * behind the id of its last event: no event is lost, and one may come again.
 */
export function streamRoutes(dependencies: StreamDependencies, timing?: StreamTiming): readonly KeyedRoute[] {
  const streams = createTenantStreams(dependencies, fiveStreams, timing);

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
        texts: { 'text/event-stream': streamText },
        headers: ['Cache-Control'],
      },
    },
    errors: ['invalid_parameter'],
    handle: async (request) => {
      const { principal, stillAdmitted } = request;
      const begin = cursorIn(request, streams) ?? (await streams.reader.now(principal.tenantId));
      return {
        status: 200,
        type: 'text/event-stream',
        takeOver: (connection) => streams.open(connection, { principal, begin, stillAdmitted }),
      };
    },
  };

  return [streamChanges];
}

/** Null if the client names no event. */
function cursorIn({ query, header, principal }: KeyedRequest, { cursorOf }: TenantStreams): StreamCursor | null {
  const lastEventId = header('last-event-id');
  const text = lastEventId ?? query.one('cursor');
  if (text === null) return null;
  const cursor = cursorOf(principal.tenantId, text);
  if (cursor !== null) return cursor;
  throw refuse(lastEventId === null ? 'cursor' : 'Last-Event-ID');
}

const refuse = (parameter: string): ApiError =>
  invalidParameters([{ parameter, reason: 'must be the id of an event of this key holder' }]);
