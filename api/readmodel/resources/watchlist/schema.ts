import {
  arrayOf,
  closedObject,
  component,
  count,
  dateTime,
  exactlyOneOf,
  flag,
  type JsonSchema,
  matching,
  named,
  oneOf,
  orNull,
  term,
  text,
  uuid,
} from '../../../../schemas/json-schema.ts';
import { caip19Pattern } from '../../../../schemas/values/caip.ts';
import type { PathParameter, QueryParameter } from '../../input.ts';
import { longestSearch } from '../search/read.ts';
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

/** Longest address or slug of a chain that a body may have: no identifier is longer. */
const identifier: JsonSchema = { type: 'string', minLength: 1, maxLength: 256 };

const threeWays = [
  component('AssetById', { assetId: uuid }),
  component('AssetByCaip19', { caip19: { type: 'string', pattern: caip19Pattern } }),
  component('AssetByAddress', { address: identifier }, { chainSlug: identifier }),
] as const;

/** The asset to watch, in one of three ways. */
export const addBody = named('WatchlistAddition', exactlyOneOf(...threeWays));

/** An entry of a batch; a result of its own states what is wrong with it. */
export const batchEntry = exactlyOneOf(
  ...threeWays,
  closedObject({ text: { ...matching('\\S'), maxLength: longestSearch } }),
  closedObject({ issuer: identifier }),
);

/** Most entries of a batch. */
export const mostEntries = 250;

/** Entries are checked one by one, so a malformed one does not affect the others. */
export const batchBody = component(
  'WatchlistBatchRequest',
  { items: { type: 'array', minItems: 1, maxItems: mostEntries, items: true } },
  { dryRun: flag },
);

const candidate = component('WatchlistCandidate', {
  assetId: uuid,
  caip19: text,
  chain: text,
  symbol: text,
  name: text,
  issuerName: orNull(text),
});

/** Most candidates that a result shows. */
export const mostCandidates = 20;

const batchResult = component(
  'WatchlistBatchResult',
  { query: {}, outcome: term('watchOutcome'), message: text },
  { item: watchlistItem, candidates: arrayOf(candidate, { maxItems: mostCandidates }) },
);

export const watchlistBatch = component('WatchlistBatch', {
  results: arrayOf(batchResult),
  limit: count,
  used: count,
});

export const updateBody: JsonSchema = named('WatchlistUpdate', {
  ...closedObject({}, { monitoringEnabled: flag, note: { type: ['string', 'null'], maxLength: noteLength } }),
  minProperties: 1,
});

/** The filter of a list by watchlist items. */
export const itemsFilter = (most: number): QueryParameter => ({
  description: 'Watchlist items wanted; all when absent',
  schema: uuid,
  expects: 'a UUID',
  list: { max: most, ignoreCase: true },
});

/** An id that is not a UUID cannot exist: 404, as for an unknown one (conformance B-25). */
export const itemParameter: PathParameter = {
  description: 'Id of the watchlist item',
  schema: uuid,
  refusal: { code: 'not_found', message: 'Watchlist item not found' },
};
