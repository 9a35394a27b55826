import type { RegistryReader } from '../../../api/readmodel/memory/registry/index.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import type { FeedFilter, FeedOrder, FeedTime } from '../../../api/readmodel/resources/changes/filter.ts';
import type { ChangeWithText } from '../../../api/readmodel/resources/changes/read.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { weeksPlot, type WeeksPlot } from '../../plots/weeks.ts';
import { storiesOf, type Story } from '../../stories.ts';
import { categoryName } from '../../labels/categories.ts';
import { isoDayOf } from '../../labels/dates.ts';
import type { SourceName } from '../../labels/sources.ts';
import { changeView, type ChangeView } from '../../readers/changes/change-view.ts';
import { longestWindow } from '../../labels/feed-paths.ts';
import { windowFor } from '../../readers/changes/window.ts';
import { dayMs } from '../../../schemas/values/durations.ts';
import { byDay, type Day } from './by-day.ts';
import { type Chip, chipsOf, type Pills, pillsOf, withParameter } from './narrowing.ts';
import type { SeenControl } from './seen.ts';

export interface ChangesView {
  /** Changes of the API's answer, the new ones among them, and the number of stories that group them. */
  readonly changes: number;
  readonly fresh: number;
  readonly stories: number;
  readonly watched: number;
  /** There are more than the 200 that are shown. */
  readonly truncated: boolean;
  readonly days: number;
  /** Null for a window that is too short for a plot, and without stories. */
  readonly plot: WeeksPlot | null;
  /** Empty in another order than that of time. */
  readonly byDay: readonly Day[];
  /** Stories in another order; empty in that of time. */
  readonly ranked: readonly Story<ChangeView>[];
  readonly categories: readonly {
    readonly term: string;
    readonly name: string;
    readonly chosen: boolean;
    /** The page with this category alone; null if it is that. */
    readonly onlyPath: string | null;
  }[];
  readonly pills: Pills;
  readonly chips: readonly Chip[];
  readonly sort: FeedOrder;
  readonly by: FeedTime;
  /** The same changes in the other of the usual orders: by severity, or by day. */
  readonly otherOrder: { readonly path: string; readonly name: string };
  /** A filter besides the window leaves changes out. */
  readonly isFiltered: boolean;
  readonly newOnly: boolean;
  readonly showAll: boolean;
  /** Parameters that the filter has no field for, and keeps. */
  readonly kept: readonly (readonly [name: string, value: string])[];
  /** How the new ones are marked as seen; null if nothing is new. */
  readonly seen: SeenControl | null;
  /** Null unless nothing is shown. */
  readonly empty: EmptyWindow | null;
  /** The newest changes from before an empty window, for a reader who chose no window; in no count of the page. */
  readonly before: readonly Day[];
  readonly csvPath: string;
  /** The same from the API. */
  readonly curl: string;
}

/** Why a window shows nothing, and where there is something (U-29). */
export type EmptyWindow =
  | {
      readonly why: 'narrow';
      /** When the newest change that passes the filters was detected or known, milliseconds. */
      readonly newest: number;
      /** The shortest usual window that contains it. */
      readonly widerPath: string;
      readonly widerDays: number;
      /** The longest window. */
      readonly longestPath: string;
    }
  /** The longest window is empty, too; there is an older change. */
  | { readonly why: 'old'; readonly newest: number }
  /** There is no change of any age: with these filters, with any, or because the reader watches nothing. */
  | { readonly why: 'filtered' | 'quiet' | 'unwatched' };

interface ShownFeed {
  readonly changes: readonly ChangeWithText[];
  readonly truncated: boolean;
}

export interface ChangesFacts {
  readonly feed: ShownFeed;
  readonly filter: FeedFilter;
  /** Changes of any age, if the feed has none; null otherwise. */
  readonly ever: ShownFeed | null;
  readonly seen: SeenControl | null;
  /** Number of tokens on the list. */
  readonly watched: number;
  readonly now: number;
  /** Parameters as the reader sent them. */
  readonly given: URLSearchParams;
  readonly registry: Pick<RegistryReader, 'byId'>;
  /** The token of a watched item; null for an id that is not on the list. */
  readonly assetOf: (itemId: string) => string | null;
  readonly sources: readonly SourceName[];
  readonly explorerUrl: string;
}

/** A shorter window has too few bars to compare. */
const shortestPlot = 28;
/** Older changes after which no further story is shown below an empty window. */
const mostBefore = 20;

/** The first stories, each with all of its changes: one that is cut would state fewer tokens than it has. */
function wholeStories(changes: readonly ChangeView[]): readonly Story<ChangeView>[] {
  const shown: Story<ChangeView>[] = [];
  let count = 0;
  for (const story of storiesOf(changes)) {
    if (count >= mostBefore) break;
    shown.push(story);
    count += story.members.length;
  }
  return shown;
}

export function changesView(facts: ChangesFacts): ChangesView {
  const { feed, filter, now, given, ever, registry, sources, explorerUrl } = facts;
  const viewOf = (one: ChangeWithText, isNew: boolean): ChangeView => ({
    ...changeView({ ...one, isNew }, registry.byId(one.change.assetId), sources),
    at: timeOf(one.change, filter),
  });
  const changes = feed.changes.map((one) => viewOf(one, one.picked.isNew));
  const isUsual = given.size === 1 && given.get('by') === 'known';
  const before = isUsual ? wholeStories((ever?.changes ?? []).map((one) => viewOf(one, false))) : [];
  const stories = storiesOf(changes);
  const days = Math.round((now - filter.since) / dayMs);
  const query = given.toString();
  const address = `${explorerUrl}/me/monitoring/changes${query === '' ? '' : `?${query}`}`;
  const fresh = changes.filter(({ isNew }) => isNew);
  const plotted = stories.map(({ members: [{ at, direction }] }) => ({ at, direction, href: `#${isoDayOf(at)}` }));
  return {
    changes: changes.length,
    fresh: fresh.length,
    stories: stories.length,
    watched: facts.watched,
    truncated: feed.truncated,
    days,
    plot: stories.length === 0 || days < shortestPlot ? null : weeksPlot(plotted, filter.since, now),
    byDay: filter.sort === 'recent' ? byDay(stories) : [],
    ranked: filter.sort === 'recent' ? [] : stories,
    categories: termsOf('category').map((term) => ({
      term,
      name: categoryName(term),
      chosen: filter.categories.length === 0 || filter.categories.includes(term),
      onlyPath:
        filter.categories.length === 1 && filter.categories[0] === term
          ? null
          : withParameter(given, 'category', [term]),
    })),
    pills: pillsOf(given, filter),
    chips: chipsOf(facts),
    sort: filter.sort,
    by: filter.by,
    otherOrder: otherOrder(given, filter),
    isFiltered: isFiltered(filter),
    newOnly: filter.newOnly,
    showAll: filter.showAll,
    kept: [
      ['by', given.get('by') ?? 'known'],
      ...[...given].filter(([name]) => ['item', 'materiality', 'severity', 'direction'].includes(name)),
    ],
    seen: facts.seen,
    empty: changes.length === 0 ? emptyWindow(facts) : null,
    before: byDay(before),
    csvPath: `/changes.csv${query === '' ? '' : `?${query}`}`,
    curl: `curl -H "Authorization: Bearer $ATTESTRY_KEY" '${address.replaceAll("'", '%27')}'`,
  };
}

function emptyWindow({ ever, filter, watched, now, given }: ChangesFacts): EmptyWindow {
  const times = (ever?.changes ?? []).map(({ change }) => timeOf(change, filter));
  if (times.length === 0) {
    return { why: watched === 0 ? 'unwatched' : isFiltered(filter) ? 'filtered' : 'quiet' };
  }
  const newest = Math.max(...times);
  const widerDays = windowFor(newest, now);
  if (widerDays === null) return { why: 'old', newest };
  const pathOf = (days: number): string => withParameter(given, 'days', [String(days)]);
  return { why: 'narrow', newest, widerPath: pathOf(widerDays), widerDays, longestPath: pathOf(longestWindow) };
}

const isFiltered = ({ categories, items, materialities, severities, directions, newOnly }: FeedFilter): boolean =>
  newOnly || [categories, items, materialities, severities, directions].some(({ length }) => length > 0);

/** The time of a change that the page is of. */
const timeOf = ({ detectedAt, knownAt }: Change, { by }: Pick<FeedFilter, 'by'>): number =>
  by === 'known' ? knownAt : detectedAt;

function otherOrder(given: URLSearchParams, { sort }: FeedFilter): ChangesView['otherOrder'] {
  const isRanked = sort === 'severity';
  return {
    path: withParameter(given, 'sort', isRanked ? [] : ['severity']),
    name: isRanked ? 'By day' : 'By severity',
  };
}
