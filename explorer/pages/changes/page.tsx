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
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import { type Story, tagsOf } from '../../stories.ts';
import { counted, isoDayOf } from '../../labels/dates.ts';
import { severityNames } from '../../labels/severities.ts';
import { isSourceOf } from '../../../schemas/terms/source-keys.ts';
import type { ChangeView } from '../../readers/changes/change-view.ts';
import { Filters } from './filters.tsx';
import type { ChangesView, EmptyWindow } from './view.ts';
import { allChangesPath, longestWindow } from '../../labels/feed-paths.ts';

interface Props {
  readonly view: ChangesView;
  readonly frame: Frame;
}

interface StoryItemProps {
  readonly story: Story<ChangeView>;
  /** No heading states the day. */
  readonly isDated?: boolean;
}

const StoryItem = ({ story, isDated = false }: StoryItemProps): VNode => {
  const [first] = story.members;
  return (
    <li id={first.id} data-row>
      <div class="dircell">
        <DirectionMark direction={first.direction} />
      </div>
      <StoryText {...first} news={first.isNew ? 'New' : null} tags={tagsOf(story)}>
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

const EmptyFeed = ({ view, empty }: { readonly view: ChangesView; readonly empty: EmptyWindow }): VNode => (
  <Empty of="changes" next={nextOf(empty)}>
    {view.by === 'known' ? 'Nothing became known' : 'Nothing was detected'} in the last {counted(view.days, 'day')}
    {view.isFiltered ? ' that passes these filters' : ''}.{' '}
    {'newest' in empty ? (
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
  filtered: 'Nor at any time before, with these filters.',
  quiet: 'Nor at any time before: nothing that you watch has changed.',
} as const;

const watchlist = { href: '/watchlist', name: 'See the tokens that you watch' } as const;

function nextOf(empty: EmptyWindow): EmptyProps['next'] {
  switch (empty.why) {
    case 'narrow': {
      const { widerPath, widerDays, longestPath } = empty;
      const wider = { href: widerPath, name: `Show ${counted(widerDays, 'day')}` };
      if (widerDays === longestWindow) return [wider];
      return [wider, { href: longestPath, name: `Show ${counted(longestWindow, 'day')}` }];
    }
    case 'unwatched':
      return [{ href: '/watchlist', name: 'Watch a token' }];
    case 'filtered':
      return [{ href: allChangesPath, name: 'Show changes of every kind' }];
    case 'old':
    case 'quiet':
      return [watchlist];
  }
}

const Days = ({ days }: { readonly days: ChangesView['byDay'] }): VNode => (
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

/** Older changes below a window without any, so that the first page of a reader shows what changes are. */
const Before = ({ days }: { readonly days: ChangesView['before'] }): VNode => (
  <section class="stack" aria-labelledby="before">
    <h2 id="before">Before that</h2>
    <Days days={days} />
  </section>
);

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
      {view.empty === null ? null : <EmptyFeed view={view} empty={view.empty} />}
      <p>
        <a href={view.otherOrder.path}>{view.otherOrder.name}</a>
      </p>
      <Days days={view.byDay} />
      {view.ranked.length === 0 ? null : (
        <ol class="card stories">
          {view.ranked.map((story) => (
            <StoryItem key={story.members[0].id} story={story} isDated />
          ))}
        </ol>
      )}
      {view.before.length === 0 ? null : <Before days={view.before} />}
      <details>
        <summary class="small">The same from the API</summary>
        <pre class="term">{view.curl}</pre>
      </details>
    </div>
  </Layout>
);

export const changesPage = (view: ChangesView, frame: Frame): Buffer =>
  documentOf(<ChangesPage view={view} frame={frame} />);
