import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Empty, type EmptyProps } from '../../parts/empty.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Time } from '../../parts/time.tsx';
import { Weeks } from '../../parts/weeks.tsx';
import { Term } from '../../parts/term.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import { Days, StoryItem } from './days.tsx';
import { Chips, Filters } from './filters.tsx';
import { SeenForm } from './seen-form.tsx';
import type { ChangesView, EmptyWindow } from './view.ts';
import { allChangesPath, longestWindow } from '../../labels/feed-paths.ts';

interface Props {
  readonly view: ChangesView;
  readonly frame: Frame;
}

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
        {view.changes === 0 ? 'No changes' : counted(view.stories, 'story', 'stories')}
        {view.stories === view.changes ? '' : ` (${counted(view.changes, 'change')})`} on{' '}
        {counted(view.watched, 'watched token')} in the last {counted(view.days, 'day')}
        {view.fresh === 0 ? '' : `; ${counted(view.fresh, 'is new', 'are new')}`}.
        {view.truncated
          ? ' There are more than these 200: narrow the window or the categories. The CSV file has up to 10,000.'
          : ''}{' '}
        Each has a <Term of="direction">direction</Term>, and its <Term of="severity">severity</Term> where it is high.
      </p>
    </div>
    <SeenForm seen={view.seen} frame={frame} />
  </div>
);

const ChangesPage = ({ view, frame }: Props): VNode => (
  <Layout title="Changes" frame={frame}>
    <Head view={view} frame={frame} />
    <div class="stack">
      {view.plot === null ? null : <Weeks plot={view.plot} />}
      <Filters view={view} />
      <Chips chips={view.chips} />
      {view.empty === null ? (
        <p>
          <a href={view.otherOrder.path}>{view.otherOrder.name}</a>
        </p>
      ) : (
        <EmptyFeed view={view} empty={view.empty} />
      )}
      <Days days={view.byDay} pills={view.pills} />
      {view.ranked.length === 0 ? null : (
        <ol class="card stories">
          {view.ranked.map((story) => (
            <StoryItem key={story.members[0].id} story={story} pills={view.pills} isDated />
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
