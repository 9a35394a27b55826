import { headlineOf, type Story, storiesOf } from '../../stories.ts';
import { type ChangeView, changePath } from '../../readers/changes/change-view.ts';

/** Another story, as a link. */
interface Neighbour {
  readonly path: string;
  readonly headline: string;
  /** Milliseconds. */
  readonly at: number;
}

/** What is beside a change in the feed of its reader. */
export interface Around {
  /** The other changes of the same reading of its token. */
  readonly together: readonly ChangeView[];
  /** The same change of other tokens. */
  readonly others: readonly ChangeView[];
  /** The nearest stories of the same token. */
  readonly earlier: Neighbour | null;
  readonly later: Neighbour | null;
}

/** @param feed newest first; a change that is older than its window has no neighbours. */
export function aroundOf(id: string, feed: readonly ChangeView[]): Around {
  const stories = storiesOf(feed);
  const at = stories.findIndex(({ members }) => members.some((member) => member.id === id));
  if (at === -1) return { together: [], others: [], earlier: null, later: null };
  const members = stories[at]?.members ?? [];
  const shown = members.find((member) => member.id === id);
  const isOfToken = (story: Story<ChangeView>): boolean => story.members.some((one) => isSameToken(one, shown));
  const rest = members.filter((member) => member.id !== id);
  return {
    together: rest.filter(({ groupKey }) => groupKey === shown?.groupKey),
    others: rest.filter(({ groupKey, storyKey }) => groupKey !== shown?.groupKey && storyKey === shown?.storyKey),
    earlier: neighbourOf(stories.slice(at + 1).find(isOfToken), shown),
    later: neighbourOf(stories.slice(0, at).findLast(isOfToken), shown),
  };
}

/** The id of an asset begins the key of its readings. */
const isSameToken = (one: ChangeView, other: ChangeView | undefined): boolean =>
  one.groupKey.split(' ', 1)[0] === other?.groupKey.split(' ', 1)[0];

function neighbourOf(story: Story<ChangeView> | undefined, shown: ChangeView | undefined): Neighbour | null {
  if (story === undefined) return null;
  const { id, at } = story.members.find((one) => isSameToken(one, shown)) ?? story.members[0];
  return { path: changePath(id), headline: headlineOf(story), at };
}
