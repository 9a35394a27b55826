import {
  arrayOf,
  closedObject,
  component,
  count,
  dateTime,
  flag,
  type JsonSchema,
  named,
  oneOf,
  orNull,
  term,
  uuid,
} from '../../../../schemas/json-schema.ts';
import type { PathParameter } from '../../input.ts';
import { watchedAsset } from './watched-asset.ts';

/** Longest note in Unicode code points, as ajv counts (conformance B-22). */
export const noteLength = 500;

const item = closedObject({
  id: uuid,
  asset: watchedAsset,
  state: oneOf('ready', 'gathering', 'unresolved'),
  stateReason: orNull(term('stateReason')),
  intakeStatus: orNull(term('intakeStatus')),
  monitoringEnabled: flag,
  note: { type: ['string', 'null'], maxLength: noteLength },
  addedAt: dateTime,
});

export const watchlistItem = named('WatchlistItem', item);

export const watchlist = component('Watchlist', { items: arrayOf(watchlistItem), limit: count, used: count });

export const addBody = component('WatchlistAddition', { assetId: uuid });

export const updateBody: JsonSchema = named('WatchlistUpdate', {
  ...closedObject({}, { monitoringEnabled: flag, note: { type: ['string', 'null'], maxLength: noteLength } }),
  minProperties: 1,
});

/** An id that is not a UUID cannot exist: 404, as for an unknown one (conformance B-25). */
export const itemParameter: PathParameter = {
  description: 'Id of the watchlist item',
  schema: uuid,
  refusal: { code: 'not_found', message: 'Watchlist item not found' },
};
