import type { TenantSnapshot } from '../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import { missingParts } from '../../../api/readmodel/resources/notifications/text.ts';
import type { Term } from '../../../schemas/vocabulary.ts';
import { gapsIn } from '../../labels/watchlist-paths.ts';
import type { VerdictTone } from '../../parts/verdict.tsx';

/** Which of the watched tokens are shown. */
export interface WatchFilter {
  /** Null for all. */
  readonly show: ShownState | null;
  /** What was missing when their intake ended: all of these. */
  readonly lacks: readonly Term<'intakeGap'>[];
}

const shownStates = { adverse: 'not', open: 'open', good: 'yes' } as const satisfies Record<string, VerdictTone>;
type ShownState = keyof typeof shownStates;

/** A tab: which tokens it shows, and how many these are. */
export interface ShowTab {
  readonly name: string;
  readonly count: number;
  readonly path: string;
  readonly isCurrent: boolean;
}

export const watchFilterIn = (query: URLSearchParams): WatchFilter => {
  const show = query.get('show') ?? '';
  return { show: isShownState(show) ? show : null, lacks: gapsIn((query.get('lacks') ?? '').split(',')) };
};

const isShownState = (text: string): text is ShownState => Object.hasOwn(shownStates, text);

/** The watchlist with some of its tokens; a search for a token to add is no filter. */
export function watchlistPath({ show, lacks }: WatchFilter): string {
  const parts = [
    ...(show === null ? [] : [`show=${show}`]),
    ...(lacks.length === 0 ? [] : [`lacks=${lacks.join(',')}`]),
  ];
  return parts.length === 0 ? '/watchlist' : `/watchlist?${parts.join('&')}`;
}

interface TokenState {
  readonly assetId: string;
  readonly tone: VerdictTone;
}

/** Whether a token passes the gaps of a filter, by the newest end of its intake. */
export function lacksIn({ intakes }: Pick<TenantSnapshot, 'intakes'>, lacks: WatchFilter['lacks']) {
  const newest = new Map<string, { readonly createdAt: number; readonly reason: string | null }>();
  for (const one of intakes) {
    if (one.createdAt >= (newest.get(one.assetId)?.createdAt ?? Number.NEGATIVE_INFINITY)) newest.set(one.assetId, one);
  }
  return (assetId: string): boolean => {
    const gaps = (newest.get(assetId)?.reason ?? '').split(' ');
    return lacks.every((gap) => gaps.includes(gap));
  };
}

export const isShown = ({ show }: WatchFilter, { tone }: Pick<TokenState, 'tone'>): boolean =>
  show === null || shownStates[show] === tone;

export const tabsOf = (filter: WatchFilter, tones: readonly VerdictTone[]): readonly ShowTab[] => [
  { name: 'All', count: tones.length, path: watchlistPath({ ...filter, show: null }), isCurrent: filter.show === null },
  ...Object.entries(shownStates).map(([show, tone]) => ({
    name: show.charAt(0).toUpperCase() + show.slice(1),
    count: tones.filter((one) => one === tone).length,
    path: watchlistPath({ ...filter, show: show as ShownState }),
    isCurrent: filter.show === show,
  })),
];

/** What the gaps of a filter are, as a chip; null without any. */
export const lacksText = ({ lacks }: WatchFilter): string | null =>
  lacks.length === 0 ? null : `Watched in part: ${missingParts(lacks.join(' '))}`;
