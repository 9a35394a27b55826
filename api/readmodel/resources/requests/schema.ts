import { arrayOf, component, count, dateTime, oneOf, orNull, text, uuid } from '../../../../schemas/json-schema.ts';
import { caip19Pattern } from '../../../../schemas/values/caip.ts';
import type { PathParameter } from '../../input.ts';
import { noteLength } from '../watchlist/schema.ts';

/** Open requests of a tenant; the log accepts no more. */
export const mostOpenRequests = 100;

export const tokenRequest = component('TokenRequest', {
  id: uuid,
  caip19: text,
  note: { type: ['string', 'null'], maxLength: noteLength },
  state: oneOf('open', 'registered', 'declined'),
  reason: orNull(text),
  assetId: orNull(uuid),
  createdAt: dateTime,
  decidedAt: orNull(dateTime),
});

export const requestList = component('TokenRequestList', { items: arrayOf(tokenRequest), limit: count, used: count });

export const requestBody = component(
  'TokenRequestCreation',
  { caip19: { type: 'string', pattern: caip19Pattern } },
  { note: { type: ['string', 'null'], maxLength: noteLength } },
);

/** An id that is not a UUID cannot exist: 404, as for an unknown one. */
export const requestParameter: PathParameter = {
  description: 'Id of the request',
  schema: uuid,
  refusal: { code: 'not_found', message: 'Request not found' },
};
