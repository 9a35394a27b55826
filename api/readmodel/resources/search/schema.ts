import {
  arrayOf,
  component,
  count,
  flag,
  matching,
  orNull,
  term,
  text,
  uuid,
} from '../../../../schemas/json-schema.ts';
import type { Query } from '../../input.ts';
import { longestSearch } from './read.ts';

/** Hits of an answer. */
export const usualHits = 20;
const mostShown = 50;

const hit = component('SearchHit', {
  asset_id: uuid,
  caip19: text,
  chain_slug: text,
  address: text,
  symbol: text,
  name: text,
  issuer: orNull(component('SearchIssuer', { name: text, legal_name: orNull(text), lei: orNull(text) })),
  kyi_verified: flag,
  asset_url: orNull(text),
  match: term('searchMatch'),
  warnings: arrayOf(term('searchWarning')),
});

export const searchAnswer = component('SearchAnswer', {
  query: component('SearchQuery', { text, read_as: term('searchReading'), chain_slug: orNull(text) }),
  data: arrayOf(hit, { maxItems: mostShown }),
  meta: component('SearchMeta', { total: count, truncated: flag, did_you_mean: arrayOf(text) }),
});

export const searchQuery: Query = {
  unknown: 'ignore',
  parameters: {
    q: {
      description: `What to find: an identifier, a URL that has one, or words. 1 to ${longestSearch} characters`,
      schema: { ...matching('\\S'), maxLength: longestSearch },
      shown: { type: 'string', minLength: 1, maxLength: longestSearch },
      expects: `a text of 1 to ${longestSearch} characters`,
      required: true,
    },
    limit: {
      description: `Hits wanted, 1 to ${mostShown}; ${usualHits} when absent`,
      schema: matching('^(?:[1-9]|[1-4][0-9]|50)$'),
      shown: { type: 'integer', minimum: 1, maximum: mostShown },
      expects: `a number from 1 to ${mostShown}`,
    },
  },
};
