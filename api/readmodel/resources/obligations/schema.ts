import { itemsFilter } from '../watchlist/schema.ts';
import {
  arrayOf,
  closedObject,
  component,
  dateTime,
  named,
  orNull,
  term,
  text,
  uuid,
} from '../../../../schemas/json-schema.ts';
import { termsOf } from '../../../../schemas/vocabulary.ts';
import type { Query } from '../../input.ts';
import { watchedAsset } from '../watchlist/watched-asset.ts';
import { pageSize } from './queries.ts';

const obligation = named(
  'ObligationVerdict',
  closedObject({
    watchlistItemId: uuid,
    asset: watchedAsset,
    obligationId: text,
    regime: orNull(term('regime')),
    citation: orNull(text),
    period: orNull(text),
    verdict: term('verdict'),
    previous: orNull(term('verdict')),
    since: dateTime,
    statement: text,
    evidence: arrayOf(text),
    searched: arrayOf(component('SearchedSource', { sourceUrl: text, lastOkAt: orNull(dateTime) })),
    rulesVersion: text,
    href: text,
  }),
);

export const obligationList = component('ObligationPage', { items: arrayOf(obligation, { maxItems: pageSize }) });

const mostItems = 25;

export const obligationQuery: Query = {
  unknown: 'refuse',
  parameters: {
    item: itemsFilter(mostItems),
    verdict: {
      description: 'Verdicts wanted; all when absent',
      schema: term('verdict'),
      expects: 'a verdict',
      list: { max: termsOf('verdict').length },
    },
    cursor: {
      description: 'From the link to the next page; opaque',
      schema: { type: 'string', pattern: '^[0-9a-f-]{36}\\.[A-Z]{3}-[0-9]{2}$' },
      expects: 'a cursor of an earlier answer',
    },
  },
};
