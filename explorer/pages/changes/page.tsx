import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { DirectionMark } from '../../parts/direction.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Time } from '../../parts/time.tsx';
import { Token } from '../../parts/token-tag.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../words/dates.ts';
import { type Story, tagsOf } from './stories.ts';
import type { ChangesView } from './view.ts';

const windows = [7, 30, 90, 180, 365];

const StoryItem = ({ story }: { readonly story: Story }): VNode => {
  const [first] = story.members;
  return (
    <li id={first.id}>
      <div class="dircell">
        <DirectionMark direction={first.direction} />
      </div>
      <article class="story">
        <h3>
          {first.isNew ? (
            <>
              <span class="new" />
              <span class="hidden">New: </span>
            </>
          ) : null}
          <a href={first.path}>{first.headline}</a>
        </h3>
        <p>{first.impact}</p>
        <div class="row">
          {tagsOf(story).map((tag) => (
            <Token key={tag.symbol} {...tag} />
          ))}
          <span class="tag">{first.source}</span>
          {first.confirmed ? null : <span class="tag">Draft: not confirmed yet</span>}
        </div>
      </article>
    </li>
  );
};

const Filters = ({ view }: { readonly view: ChangesView }): VNode => (
  <form class="card filters" action="/changes" method="get">
    <label>
      Last{' '}
      <select name="days">
        {[...new Set([...windows, view.days])]
          .sort((a, b) => a - b)
          .map((days) => (
            <option key={days} value={days} selected={days === view.days}>
              {days}
            </option>
          ))}
      </select>{' '}
      days
    </label>
    <fieldset>
      <legend>Category</legend>
      {view.categories.map(({ term, name, chosen }) => (
        <label key={term}>
          <input type="checkbox" name="category" value={term} checked={chosen} />
          {name}
        </label>
      ))}
    </fieldset>
    <label>
      Order{' '}
      <select name="sort">
        <option value="recent" selected={!view.byImpact}>
          newest first
        </option>
        <option value="impact" selected={view.byImpact}>
          weightiest first
        </option>
      </select>
    </label>
    <label>
      <input type="checkbox" name="newOnly" value="true" checked={view.newOnly} />
      New only
    </label>
    <label>
      <input type="checkbox" name="showAll" value="true" checked={view.showAll} />
      Low signal, too
    </label>
    <button class="btn" type="submit">
      Show
    </button>
  </form>
);

const Empty = ({ days }: { readonly days: number }): VNode => (
  <section class="card pad">
    <p>
      Nothing in the last {counted(days, 'day')} that passes these filters.{' '}
      {days < 365 ? (
        <a href="/changes?days=365">Show 365 days</a>
      ) : (
        'A longer window does not exist: the API has older changes one by one.'
      )}
    </p>
  </section>
);

const ChangesPage = ({ view, frame }: { readonly view: ChangesView; readonly frame: Frame }): VNode => (
  <Layout title="Changes" frame={frame}>
    <div class="head">
      <h1>Changes</h1>
      <p class="muted">
        {counted(view.changes, 'change')} on watched tokens in the last {counted(view.days, 'day')}, told as{' '}
        {counted(view.stories, 'story', 'stories')}.
        {view.truncated ? ' There are more than these 200: narrow the window or the categories.' : ''}
      </p>
    </div>
    <div class="stack">
      <Filters view={view} />
      {view.changes === 0 ? <Empty days={view.days} /> : null}
      {view.byDay.map(({ at, stories }) => (
        <section key={stories[0]?.members[0].id}>
          <div class="day">
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
