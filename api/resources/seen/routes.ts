import { component, dateTime, givenTime } from '../../../schemas/json-schema.ts';
import { parseTimestamp } from '../../../schemas/values/timestamp.ts';
import { invalidParameters } from '../../errors.ts';
import { notATime } from '../../route/input/json-validator.ts';
import { isoTime } from '../../readmodel/iso-time.ts';
import { moveSeenMarker } from '../../readmodel/resources/changes/seen.ts';
import type { RouteDependencies } from '../../route/dependencies.ts';
import type { KeyedRoute } from '../../route/route.ts';
import { markSeenDocs } from './docs.ts';

/** `POST /me/monitoring/seen`: moves the seen marker, as the button of the page does (conformance B-65). */
export function seenRoutes(dependencies: RouteDependencies): readonly KeyedRoute[] {
  const markSeen: KeyedRoute = {
    operationId: 'markChangesSeen',
    summary: 'Move the seen marker',
    ...markSeenDocs,
    interface: 'B',
    method: 'POST',
    path: '/me/monitoring/seen',
    scopes: ['watchlist:write'],
    body: { schema: component('SeenUpdate', { upTo: givenTime }) },
    responses: {
      200: { description: 'The marker as it now is', schema: component('SeenMarker', { seenAt: dateTime }) },
    },
    errors: ['invalid_parameter'],
    handle: async ({ body, ...sender }) => {
      const upTo = parseTimestamp((body as { readonly upTo: string }).upTo);
      if (upTo === null) throw invalidParameters([{ parameter: 'upTo', reason: notATime }]);
      return { status: 200, json: { seenAt: isoTime(await moveSeenMarker(sender, upTo, dependencies)) } };
    },
  };
  return [markSeen];
}
