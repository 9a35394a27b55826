import type { VNode } from 'preact';
import { counted } from '../../labels/dates.ts';
import { ChangeTimes } from '../../parts/change-times.tsx';
import { DirectionMark } from '../../parts/direction.tsx';
import { SeverityMark } from '../../parts/severity.tsx';
import { StoryText } from '../../parts/story.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';
import type { ChangeView } from '../../readers/changes/change-view.ts';
import { headlineOf, type Story, tagsOf } from '../../stories.ts';
import type { Day } from './by-day.ts';
import type { Pills } from './narrowing.ts';

interface StoryItemProps {
  readonly story: Story<ChangeView>;
  /** Null on a page without filters. */
  readonly pills: Pills | null;
  /** No heading states the day. */
  readonly isDated?: boolean;
}

export const StoryItem = ({ story, pills, isDated = false }: StoryItemProps): VNode => {
  const [first] = story.members;
  return (
    <li id={first.id} data-row>
      <div class="dircell">
        <DirectionMark direction={first.direction} only={pills?.direction[first.direction] ?? null} />
      </div>
      <StoryText {...first} headline={headlineOf(story)} news={first.isNew ? 'New' : null} tags={tagsOf(story)}>
        {first.severity === 'severe' || first.severity === 'high' ? (
          <SeverityMark severity={first.severity} only={pills?.severity[first.severity] ?? null} />
        ) : null}
        <span class="tag">
          <Theirs text={first.source} />
        </span>
        <ChangeTimes {...first} isDated={isDated} />
      </StoryText>
    </li>
  );
};

/** Stories below a heading for each day. */
export const Days = ({
  days,
  pills = null,
}: {
  readonly days: readonly Day[];
  readonly pills?: Pills | null;
}): VNode => (
  <>
    {days.map(({ at, id, stories }) => (
      <section key={stories[0]?.members[0].id}>
        <div class="day" id={id}>
          <h2>
            <Time at={at} />
          </h2>
          <span class="muted small">{counted(stories.length, 'story', 'stories')}</span>
        </div>
        <ol class="card stories">
          {stories.map((story) => (
            <StoryItem key={story.members[0].id} story={story} pills={pills} />
          ))}
        </ol>
      </section>
    ))}
  </>
);
