import { isoDayOf } from '../../labels/dates.ts';
import type { ChangeView } from '../../readers/changes/change-view.ts';
import type { Story } from '../../stories.ts';

export interface Day {
  readonly at: number;
  /** Null for a day that stands on the page already, in another place. */
  readonly id: string | undefined;
  readonly stories: readonly Story<ChangeView>[];
}

/** Neighbours of one day under one heading; the order stays that of the feed, which may be by impact. */
export function byDay(stories: readonly Story<ChangeView>[]): readonly Day[] {
  const days: { at: number; id: string | undefined; stories: Story<ChangeView>[] }[] = [];
  for (const story of stories) {
    const { at } = story.members[0];
    const id = isoDayOf(at);
    const last = days.at(-1);
    if (last !== undefined && isoDayOf(last.at) === id) last.stories.push(story);
    else days.push({ at, id: days.some((day) => day.id === id) ? undefined : id, stories: [story] });
  }
  return days;
}
