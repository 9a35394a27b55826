import { itemsFilter } from '../watchlist/schema.ts';
import {
  arrayOf,
  closedObject,
  component,
  count,
  dateTime,
  matching,
  named,
  orNull,
  term,
  text,
  uuid,
} from '../../../../schemas/json-schema.ts';
import type { Query } from '../../input.ts';
import { lookupParameters, method, provedAuthority } from '../tokens/schema.ts';
import { watchedAsset } from '../watchlist/watched-asset.ts';

/** Items of one page. */
export const pageSize = 500;

const compared = orNull(component('Compared', { names: count, wallets: count, authorities: count }));
const ofEveryPart = {
  part: term('standingPart'),
  state: term('standingState'),
  severity: orNull(term('severity')),
  word: text,
  note: text,
};

const part = named(
  'StandingPart',
  closedObject({
    ...ofEveryPart,
    asOf: orNull(dateTime),
    limitAt: orNull(dateTime),
    compared,
    changeId: orNull(text),
  }),
);

const ofEveryStanding = { state: term('standingState'), severity: orNull(term('severity')) };

const item = named(
  'WatchedStanding',
  closedObject({ watchlistItemId: uuid, asset: watchedAsset, ...ofEveryStanding, parts: arrayOf(part), at: dateTime }),
);

export const standingList = component('StandingPage', { items: arrayOf(item, { maxItems: pageSize }) });

const mostItems = 25;

export const standingQuery: Query = {
  unknown: 'ignore',
  parameters: {
    item: itemsFilter(mostItems),
    cursor: {
      description: 'From the link to the next page; opaque',
      schema: matching('^[0-9]{1,16}\\.[0-9a-f-]{36}$'),
      expects: 'a cursor of an earlier answer',
    },
  },
};

const publicPart = named(
  'PublicStandingPart',
  closedObject({
    ...ofEveryPart,
    as_of: orNull(dateTime),
    limit_at: orNull(dateTime),
    compared,
    change_id: orNull(text),
  }),
);

const lapsedVerification = named(
  'LapsedVerification',
  closedObject({
    id: text,
    method,
    proved_at: dateTime,
    authority: provedAuthority,
    verified_by: text,
    lapsed: text,
  }),
);

const publicStanding = named(
  'Standing',
  closedObject({
    asset_id: uuid,
    caip19: text,
    ...ofEveryStanding,
    at: dateTime,
    parts: arrayOf(publicPart),
    lapsed_verifications: arrayOf(lapsedVerification),
  }),
);

export const standingLookup = component('StandingLookup', { data: arrayOf(publicStanding) });

export const noStanding = component('NoStanding', { data: arrayOf(publicStanding, { maxItems: 0 }) });

export const standingParameters = lookupParameters;
