import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { DirectionMark } from '../../parts/direction.tsx';
import { Empty, type EmptyProps } from '../../parts/empty.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { StoryText } from '../../parts/story.tsx';
import { Time } from '../../parts/time.tsx';
import { Weeks } from '../../parts/weeks.tsx';
import { documentOf } from '../../render.ts';
import { type Story, tagsOf } from '../../stories.ts';
import { counted } from '../../words/dates.ts';
import type { ChangeView } from '../change/view.ts';
import { Filters } from './filters.tsx';
import { type ChangesView, type EmptyWindow, longestWindow } from './view.ts';

interface Props {
  readonly view: ChangesView;
  readonly frame: Frame;
}

const StoryItem = ({ story }: { readonly story: Story<ChangeView> }): VNode => {
  const [first] = story.members;
  return (
    <li id={first.id} data-row>
      <div class="dircell">
        <DirectionMark direction={first.direction} />
      </div>
      <StoryText {...first} news={first.isNew ? 'New' : null} tags={tagsOf(story)}>
        <span class="tag">{first.source}</span>
      </StoryText>
    </li>
  );
};

const EmptyFeed = ({ days, empty }: { readonly days: number; readonly empty: EmptyWindow }): VNode => (
  <Empty of="changes" next={[nextOf(empty)]}>
    Nothing in the last {counted(days, 'day')} that passes these filters.{' '}
    {empty.why === 'narrow' ? (
      <>
        The newest change is from <Time at={empty.newest} />.
      </>
    ) : (
      whyEmpty[empty.why]
    )}
  </Empty>
);

const whyEmpty = {
  unwatched: 'You watch no token yet: changes are those of watched tokens.',
  filtered: 'Nor in the last 365 days, the longest window, with these filters.',
  quiet: 'Nor in the last 365 days, the longest window. The page of a token lists its confirmed changes of any age.',
} as const;

function nextOf(empty: EmptyWindow): EmptyProps['next'][0] {
  switch (empty.why) {
    case 'narrow':
      return { href: empty.widerPath, name: `Show ${counted(empty.widerDays, 'day')}` };
    case 'unwatched':
      return { href: '/watchlist', name: 'Watch a token' };
    case 'filtered':
      return { href: `/changes?days=${longestWindow}`, name: 'Show changes of every kind' };
    case 'quiet':
      return { href: '/watchlist', name: 'See the tokens that you watch' };
  }
}

const Head = ({ view, frame }: Props): VNode => (
  <div class="head row between">
    <div>
      <h1>Changes</h1>
      <p class="muted">
        {counted(view.changes, 'change')} on {counted(view.watched, 'watched token')} in the last{' '}
        {counted(view.days, 'day')}, told as {counted(view.stories, 'story', 'stories')}
        {view.fresh === 0 ? '' : `; ${counted(view.fresh, 'is new', 'are new')}`}.
        {view.truncated ? ' There are more than these 200: narrow the window or the categories.' : ''}
      </p>
    </div>
    {view.seenUpTo === null ? null : (
      <Form frame={frame} action="/changes/seen" hidden={{ upTo: String(view.seenUpTo), back: frame.path }}>
        <button class="btn" type="submit">
          <Icon name="check" />
          Mark all shown as seen
        </button>
      </Form>
    )}
  </div>
);

const ChangesPage = ({ view, frame }: Props): VNode => (
  <Layout title="Changes" frame={frame}>
    <Head view={view} frame={frame} />
    <div class="stack">
      {view.plot === null ? null : <Weeks plot={view.plot} />}
      <Filters view={view} />
      {view.empty === null ? null : <EmptyFeed days={view.days} empty={view.empty} />}
      {view.byDay.map(({ at, id, stories }) => (
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
      <details>
        <summary class="small">The same from the API</summary>
        <pre class="term">{view.curl}</pre>
      </details>
    </div>
  </Layout>
);

export const changesPage = (view: ChangesView, frame: Frame): Buffer =>
  documentOf(<ChangesPage view={view} frame={frame} />);
