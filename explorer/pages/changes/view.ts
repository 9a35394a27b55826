import type { RegistryReader } from '../../../api/memory/registry/index.ts';
import type { FeedFilter } from '../../../api/resources/changes/filter.ts';
import type { ChangeWithText } from '../../../api/resources/changes/read.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import type { SourceName } from '../../words/sources.ts';
import { changeView } from '../change/view.ts';
import { type Story, storiesOf } from './stories.ts';

export interface ChangesView {
  /** Changes of the API's answer, and the number of stories that group them. */
  readonly changes: number;
  readonly stories: number;
  /** There are more than the 200 that are shown. */
  readonly truncated: boolean;
  readonly days: number;
  readonly byDay: readonly { readonly at: number; readonly stories: readonly Story[] }[];
  readonly categories: readonly { readonly term: string; readonly name: string; readonly chosen: boolean }[];
  readonly byImpact: boolean;
  readonly newOnly: boolean;
  readonly showAll: boolean;
  /** The same from the API. */
  readonly curl: string;
}

export interface ChangesFacts {
  readonly feed: { readonly changes: readonly ChangeWithText[]; readonly truncated: boolean };
  readonly filter: FeedFilter;
  readonly now: number;
  /** Parameters as the reader sent them. */
  readonly given: URLSearchParams;
  readonly registry: Pick<RegistryReader, 'byId'>;
  readonly sources: readonly SourceName[];
  readonly explorerUrl: string;
}

const dayMs = 24 * 60 * 60 * 1000;

const categoryNames: Readonly<Record<string, string>> = {
  disclosure_field: 'Disclosures',
  source_drift: 'Documents',
  register: 'Registers',
  sanctions: 'Sanctions',
  party_edge: 'Control',
  collateral_isin: 'Collateral',
};

export function changesView({ feed, filter, now, given, registry, sources, explorerUrl }: ChangesFacts): ChangesView {
  const changes = feed.changes.map((one) => changeView(one, registry.byId(one.change.assetId), sources));
  const stories = storiesOf(changes);
  const query = given.toString();
  const address = `${explorerUrl}/me/monitoring/changes${query === '' ? '' : `?${query}`}`;
  return {
    changes: changes.length,
    stories: stories.length,
    truncated: feed.truncated,
    days: Math.round((now - filter.since) / dayMs),
    byDay: byDay(stories),
    categories: termsOf('category').map((term) => ({
      term,
      name: categoryNames[term] ?? term,
      chosen: filter.categories.length === 0 || filter.categories.includes(term),
    })),
    byImpact: filter.byImpact,
    newOnly: filter.newOnly,
    showAll: filter.showAll,
    curl: `curl -H "Authorization: Bearer $ATTESTRY_KEY" '${address.replaceAll("'", '%27')}'`,
  };
}

/** Neighbours of one day under one heading; the order stays that of the feed, which may be by impact. */
function byDay(stories: readonly Story[]): ChangesView['byDay'] {
  const days: { at: number; stories: Story[] }[] = [];
  for (const story of stories) {
    const { at } = story.members[0];
    const last = days.at(-1);
    if (last !== undefined && Math.floor(last.at / dayMs) === Math.floor(at / dayMs)) last.stories.push(story);
    else days.push({ at, stories: [story] });
  }
  return days;
}
