import type { VNode } from 'preact';
import { counted } from '../../labels/dates.ts';
import { DirectionMark } from '../../parts/direction.tsx';
import { StoryText } from '../../parts/story.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';
import type { ChangeView } from '../../readers/changes/change-view.ts';
import { headlineOf, type Story, tagsOf } from '../../stories.ts';
import type { Day } from './by-day.ts';

const StoryItem = ({ story }: { readonly story: Story<ChangeView> }): VNode => {
  const [first] = story.members;
  return (
    <li id={first.id} data-row>
      <div class="dircell">
        <DirectionMark direction={first.direction} />
      </div>
      <StoryText {...first} headline={headlineOf(story)} news={first.isNew ? 'New' : null} tags={tagsOf(story)}>
        <span class="tag">
          <Theirs text={first.source} />
        </span>
      </StoryText>
    </li>
  );
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
