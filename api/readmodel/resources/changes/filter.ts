import type { QueryValues } from '../../input.ts';
import { dayMs } from '../../../../schemas/values/durations.ts';

/** Filter of the feed; an empty list admits everything. */
export interface FeedFilter {
  /** Start of the window, milliseconds. */
  readonly since: number;
  readonly categories: readonly string[];
  readonly items: readonly string[];
  readonly materialities: readonly string[];
  readonly newOnly: boolean;
  readonly showAll: boolean;
  readonly byImpact: boolean;
}

const defaultDays = 90;

/** The filter of checked parameters. `now` in milliseconds. */
export const feedFilterOf = (query: QueryValues, now: number): FeedFilter => ({
  since: now - Number(query.one('days') ?? defaultDays) * dayMs,
  categories: query.many('category') ?? [],
  items: query.many('item') ?? [],
  materialities: query.many('materiality') ?? [],
  newOnly: query.one('newOnly') === 'true',
  showAll: query.one('showAll') === 'true',
  byImpact: query.one('sort') === 'impact',
});
