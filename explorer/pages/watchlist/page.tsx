import type { VNode } from 'preact';
import { Empty } from '../../parts/empty.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Meant, NoToken } from '../../parts/search.tsx';
import { State } from '../../parts/state.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import { watchStates } from '../../parts/watch-states.ts';
import type { Candidate, WatchlistSearch } from './view.ts';
import { Table, type WatchlistProps } from './rows.tsx';

const Find = ({ view, frame, mayWrite }: WatchlistProps): VNode => (
  <section class="card" aria-label="Add a token">
    <form class="filters" method="get" action="/watchlist">
      <label class="hidden" for="add">
        Find a token to watch
      </label>
      <input
        class="field"
        id="add"
        type="search"
        name="add"
        dir="auto"
        maxLength={200}
        value={view.search?.text ?? ''}
        placeholder="Add: address, CAIP-19, ticker or issuer"
      />
      <button class="btn main" type="submit">
        <Icon name="plus" />
        Find
      </button>
    </form>
    {mayWrite ? (
      <p class="filters small">
        <a href="/watchlist/add">Paste a list, or ask for a token that is not public</a>
      </p>
    ) : null}
    {view.search === null ? null : <Results search={view.search} frame={frame} mayWrite={mayWrite} />}
  </section>
);

const everyToken = { href: '/', name: 'See every verified token' } as const;

/** A token that cannot be watched can be asked for, if the text names one. */
const nextSteps = (
  { text, isIdentifier, hasUnverified }: WatchlistSearch,
  mayWrite: boolean,
): Parameters<typeof Empty>[0]['next'] =>
  mayWrite && (isIdentifier || hasUnverified)
    ? [{ href: `/watchlist/add?text=${encodeURIComponent(text)}`, name: 'Ask the operator for it' }, everyToken]
    : [everyToken];

const Results = ({
  search,
  frame,
  mayWrite,
}: { readonly search: WatchlistSearch } & Omit<WatchlistProps, 'view'>): VNode =>
  search.found.length === 0 ? (
    <Empty of="watchlist-search" isPart next={nextSteps(search, mayWrite)}>
      {search.hasUnverified ? (
        'Its issuer is not verified: a token can be watched once it is.'
      ) : search.isIdentifier ? (
        'Not in this registry: no token has this identifier.'
      ) : (
        <NoToken text={search.text} />
      )}
      <Meant texts={search.didYouMean} pathOf={(text) => `/watchlist?add=${encodeURIComponent(text)}`} />
    </Empty>
  ) : (
    <ul class="others">
      {mayWrite && search.all.length > 1 ? <WatchAll search={search} frame={frame} /> : null}
      {search.found.map((found) => (
        <Found key={found.assetId} found={found} frame={frame} mayWrite={mayWrite} />
      ))}
      {search.more === 0 ? null : <li>{counted(search.more, 'more token')}: name the address for one of them.</li>}
    </ul>
  );

/** Every token of an issuer, or every deployment of a token, at once. */
const WatchAll = ({ search, frame }: { readonly search: WatchlistSearch } & Pick<WatchlistProps, 'frame'>): VNode => (
  <li class="row between">
    <span>
      {`${counted(search.all.length, 'token')} of `}
      <Theirs text={search.found[0]?.issuer ?? ''} />
    </span>
    <Form frame={frame} action="/watchlist/add" hidden={{ do: 'add' }}>
      {search.all.map((assetId) => (
        <input key={assetId} type="hidden" name="asset" value={assetId} />
      ))}
      <button class="btn main" type="submit">
        <Icon name="eye" />
        {`Watch all ${search.all.length}`}
      </button>
    </Form>
  </li>
);

const Found = ({ found, frame, mayWrite }: { readonly found: Candidate } & Omit<WatchlistProps, 'view'>): VNode => (
  <li class="row between">
    <span class="row">
      <b>
        <Theirs text={found.symbol} />
      </b>
      <span>{found.chain}</span>
      <span class="muted">
        <Theirs text={found.name} />, <Theirs text={found.issuer} />
        {found.address === null ? null : `, ${found.address}`}
      </span>
    </span>
    {found.isWatched ? (
      <State {...watchStates.watching} />
    ) : mayWrite ? (
      <Form frame={frame} action="/watchlist" hidden={{ assetId: found.assetId }}>
        <button class="btn" type="submit">
          <Icon name="eye" />
          Watch
          <span class="hidden">
            {' '}
            <Theirs text={found.symbol} /> on {found.chain}
          </span>
        </button>
      </Form>
    ) : null}
  </li>
);

/** Which tokens are shown, with their numbers. */
const Show = ({ view }: Pick<WatchlistProps, 'view'>): VNode => (
  <nav class="row" aria-label="Show">
    <span class="tabs">
      {view.tabs.map(({ name, count, path, isCurrent }) => (
        <a key={name} href={path} {...(isCurrent ? { 'aria-current': 'page' } : {})}>
          {name} <span class="num">{count}</span>
        </a>
      ))}
    </span>
    {view.lacks === null ? null : (
      <a class="chip" href={view.lacks.without}>
        <span class="hidden">Remove the filter: </span>
        {view.lacks.text}
        <Icon name="cross" size={12} />
      </a>
    )}
  </nav>
);

const WatchlistPage = (props: WatchlistProps): VNode => {
  const { view, frame } = props;
  return (
    <Layout title="Watchlist" frame={frame}>
      <div class="head">
        <h1>Watchlist</h1>
        <p>
          {`${view.used} of ${counted(view.limit, 'place')} used`}
          {view.groups.length > 1 ? '. The worst come first, then those added last.' : null}
        </p>
        <meter min={0} max={Math.max(1, view.limit)} value={view.used} aria-label="Places used">
          {`${view.used} of ${view.limit}`}
        </meter>
      </div>
      <div class="stack">
        <Find {...props} />
        {view.used === 0 ? null : <Show view={view} />}
        {view.used > 0 && view.groups.length === 0 ? (
          <Empty of="watchlist-shown" next={[{ href: '/watchlist', name: 'Show all' }]}>
            No watched token is of this kind now.
          </Empty>
        ) : view.groups.length === 0 ? (
          <Empty of="watchlist" next={[{ href: '/', name: 'See every verified token' }]}>
            You watch no token yet. Find one above: its changes are then on your pages and in your inbox.
          </Empty>
        ) : (
          <Table {...props} />
        )}
      </div>
    </Layout>
  );
};

export const watchlistPage = (props: WatchlistProps): Buffer => documentOf(<WatchlistPage {...props} />);
