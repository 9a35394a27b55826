import type { VNode } from 'preact';
import { isSourceOf } from '../../../schemas/terms/source-keys.ts';
import { counted, isoDayOf } from '../../labels/dates.ts';
import { severityNames } from '../../labels/severities.ts';
import { DirectionMark } from '../../parts/direction.tsx';
import { StoryText } from '../../parts/story.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';
import type { ChangeView } from '../../readers/changes/change-view.ts';
import { headlineOf, type Story, tagsOf } from '../../stories.ts';
import type { Day } from './by-day.ts';

interface StoryItemProps {
  readonly story: Story<ChangeView>;
  /** No heading states the day. */
  readonly isDated?: boolean;
}

export const StoryItem = ({ story, isDated = false }: StoryItemProps): VNode => {
  const [first] = story.members;
  return (
    <li id={first.id} data-row>
      <div class="dircell">
        <DirectionMark direction={first.direction} />
      </div>
      <StoryText {...first} headline={headlineOf(story)} news={first.isNew ? 'New' : null} tags={tagsOf(story)}>
        {first.severity === 'severe' || first.severity === 'high' ? (
          <span class="tag">{severityNames[first.severity]}</span>
        ) : null}
        <span class="tag">
          <Theirs text={first.source} />
        </span>
        <Times change={first} isDated={isDated} />
      </StoryText>
    </li>
  );
};

/** Both times of a change that was confirmed or withdrawn on a later day than it was detected; else one, where none is stated. */
const Times = ({ change, isDated }: { readonly change: ChangeView; readonly isDated: boolean }): VNode | null => {
  const { at, detectedAt, knownAt, confirmed } = change;
  if (isoDayOf(detectedAt) === isoDayOf(knownAt)) {
    return isDated ? (
      <span class="muted small">
        <Time at={at} />
      </span>
    ) : null;
  }
  return (
    <span class="muted small">
      {confirmed ? 'Confirmed' : 'Withdrawn'} <Time at={knownAt} /> · {readingOf(change)} <Time at={detectedAt} />
    </span>
  );
};

/** What the time of detection is the time of. */
const readingOf = ({ sourceKey }: ChangeView): string => {
  if (isSourceOf('list', sourceKey)) return "in the list's file of";
  return isSourceOf('register', sourceKey) ? "in the register's file of" : 'first read';
};

/** Stories below a heading for each day. */
export const Days = ({ days }: { readonly days: readonly Day[] }): VNode => (
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
            <StoryItem key={story.members[0].id} story={story} />
          ))}
        </ol>
      </section>
    ))}
  </>
);
