import type { QueryValues } from '../../input.ts';
import { isTerm, type Direction, type Severity } from '../../../../schemas/vocabulary.ts';
import { dayMs } from '../../../../schemas/values/durations.ts';

/** Filter of the feed; an empty list admits everything. */
export interface FeedFilter {
  /** Start of the window, milliseconds. */
  readonly since: number;
  readonly categories: readonly string[];
  readonly items: readonly string[];
  readonly materialities: readonly string[];
  readonly severities: readonly Severity[];
  readonly directions: readonly Direction[];
  readonly newOnly: boolean;
  readonly showAll: boolean;
  /** Which time the window is of, and the order by time. */
  readonly by: FeedTime;
  readonly sort: FeedOrder;
}

/** When a change was detected, or took its present state. */
export const feedTimes = ['detected', 'known'] as const;
export type FeedTime = (typeof feedTimes)[number];

/** Newest first; by direction, then newest; or by severity, then newest known. */
export const feedOrders = ['recent', 'impact', 'severity'] as const;
export type FeedOrder = (typeof feedOrders)[number];

/** A filter that admits every change but those of low signal, from a time on. */
export const unfiltered: Omit<FeedFilter, 'since'> = {
  categories: [],
  items: [],
  materialities: [],
  severities: [],
  directions: [],
  newOnly: false,
  showAll: false,
  by: 'detected',
  sort: 'recent',
};

const defaultDays = 90;

/** The filter of checked parameters. `now` in milliseconds. */
export const feedFilterOf = (query: QueryValues, now: number): FeedFilter => ({
  since: now - Number(query.one('days') ?? defaultDays) * dayMs,
  categories: query.many('category') ?? [],
  items: query.many('item') ?? [],
  materialities: query.many('materiality') ?? [],
  severities: (query.many('severity') ?? []).filter((one) => isTerm('severity', one)),
  directions: (query.many('direction') ?? []).filter((one) => isTerm('direction', one)),
  newOnly: query.one('newOnly') === 'true',
  showAll: query.one('showAll') === 'true',
  by: feedTimes.find((one) => one === query.one('by')) ?? 'detected',
  sort: feedOrders.find((one) => one === query.one('sort')) ?? 'recent',
});
