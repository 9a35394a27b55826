import { oneOf } from '../../../../schemas/json-schema.ts';
import { cursorPattern, cursorSchema } from '../../opaque-cursor.ts';
import type { Query } from '../../input.ts';
import { feedQuery } from '../changes/schema.ts';

const { sort: _order, ...filters } = feedQuery.parameters;

/** The filters of the feed; an export has its own order. */
export const exportQuery: Query = {
  unknown: 'refuse',
  parameters: {
    format: {
      description: 'ndjson (also when absent) or csv',
      schema: oneOf('ndjson', 'csv'),
      expects: 'ndjson or csv',
    },
    cursor: {
      description:
        'Where to go on: from the link to the next export, or from the last line that arrived when a connection broke. With it the filters must be those it was made with; any other text than a cursor of this key holder and these filters is 400',
      schema: { type: 'string', pattern: cursorPattern },
      shown: cursorSchema,
      expects: 'a cursor of an earlier export',
    },
    ...filters,
  },
};
