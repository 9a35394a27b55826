import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { DirectionMark } from '../../parts/direction.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { State, type StateProps } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import type { Candidate, WatchlistView, WatchRow } from './view.ts';

interface Props {
  readonly view: WatchlistView;
  readonly frame: Frame;
  /** Whether the reader may change the list (U-17). */
  readonly mayWrite: boolean;
}

export const watchStates: Readonly<Record<WatchRow['state'], StateProps>> = {
  watching: { tone: 'good', icon: 'check', word: 'Watching' },
  gathering: { tone: 'off', icon: 'clock', word: 'Being taken in' },
  paused: { tone: 'off', icon: 'pause', word: 'Paused' },
  unresolved: { tone: 'fail', icon: 'alert', word: 'Unresolved' },
};

export const itemPath = (itemId: string): string => `/watchlist/${itemId}`;

const Find = ({ view, frame, mayWrite }: Props): VNode => (
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
        value={view.searched ?? ''}
        placeholder="Add: address, CAIP-19, ticker or issuer"
      />
      <button class="btn main" type="submit">
        <Icon name="plus" />
        Find
      </button>
    </form>
    {view.searched !== null && view.found.length === 0 ? (
      <Empty of="watchlist-search" isPart next={[{ href: '/', name: 'See every verified token' }]}>
        Not in this registry: no token has this address, ticker or issuer.
      </Empty>
    ) : null}
    {view.searched === null || view.found.length === 0 ? null : (
      <ul class="others">
        {view.found.map((found) => (
          <Found key={found.assetId} found={found} frame={frame} mayWrite={mayWrite} />
        ))}
        {view.more === 0 ? null : <li>{counted(view.more, 'more token')}: name the address for one of them.</li>}
      </ul>
    )}
  </section>
);

const Found = ({ found, frame, mayWrite }: { readonly found: Candidate } & Omit<Props, 'view'>): VNode => (
  <li class="row between">
    <span class="row">
      <b>
        <Theirs text={found.symbol} />
      </b>
      <span>{found.chain}</span>
      <span class="muted">
        <Theirs text={found.name} />, <Theirs text={found.issuer} />
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

const Actions = ({ row, frame }: { readonly row: WatchRow; readonly frame: Frame }): VNode => {
  const token = `${row.symbol} on ${row.chain}`;
  const paused = row.state === 'paused';
  return (
    <Form class="row nowrap" frame={frame} action={itemPath(row.itemId)}>
      {row.state === 'unresolved' ? (
        <button class="btn" name="do" value="retry">
          Try again
          <span class="hidden">
            : the intake of <Theirs text={token} />
          </span>
        </button>
      ) : (
        <button
          class="btn quiet icon"
          name="do"
          value={paused ? 'resume' : 'pause'}
          aria-label={`${paused ? 'Resume' : 'Pause'} ${token}`}
        >
          <Icon name={paused ? 'play' : 'pause'} />
        </button>
      )}
      <a class="btn quiet icon" href={itemPath(row.itemId)} aria-label={`Note, sources and removal of ${token}`}>
        <Icon name="note" />
      </a>
    </Form>
  );
};

const Row = ({
  row,
  frame,
  mayWrite,
  hasNotes,
}: { readonly row: WatchRow; readonly hasNotes: boolean } & Omit<Props, 'view'>): VNode => (
  <tr data-row>
    <th scope="row">
      <span class="row nowrap">
        <a href={itemPath(row.itemId)}>
          <Theirs text={row.symbol} />
        </a>
        <span class="muted">{row.chain}</span>
      </span>
      <span class="muted">
        <Theirs text={row.name} />
      </span>
    </th>
    <td data-label="Issuer">
      <Theirs text={row.issuer} />
    </td>
    <td data-label="State">
      <State {...watchStates[row.state]} />
      {row.reason === null ? null : <p class="small">The intake ended: {row.reason}.</p>}
    </td>
    <td data-label="Last change">
      {row.last === null ? (
        <span class="muted">none in 365 days</span>
      ) : (
        <>
          <span class="row nowrap">
            <DirectionMark direction={row.last.direction} />
            <span class="muted">
              <Time at={row.last.at} />
            </span>
          </span>
          <a class="plain" href={row.last.path}>
            <Theirs text={row.last.headline} />
          </a>
        </>
      )}
    </td>
    {hasNotes ? (
      <td data-label="Note">{row.note === '' ? <span class="muted">–</span> : <Theirs text={row.note} />}</td>
    ) : null}
    <td>{mayWrite ? <Actions row={row} frame={frame} /> : null}</td>
  </tr>
);

const Table = (props: Props): VNode => {
  const hasNotes = props.view.rows.some(({ note }) => note !== '');
  return (
    <section class="card scroll watched" tabIndex={0} aria-label="Watched tokens">
      <table>
        <caption class="hidden">Watched tokens</caption>
        <thead>
          <tr>
            {['Token', 'Issuer', 'State', 'Last change', ...(hasNotes ? ['Note'] : [])].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.view.rows.map((row) => (
            <Row key={row.itemId} {...props} row={row} hasNotes={hasNotes} />
          ))}
        </tbody>
      </table>
    </section>
  );
};

const WatchlistPage = (props: Props): VNode => {
  const { view, frame } = props;
  return (
    <Layout title="Watchlist" frame={frame}>
      <div class="head">
        <h1>Watchlist</h1>
        <p>
          {`${view.used} of ${counted(view.limit, 'place')} used`}
          {view.rows.length > 1 ? '. Unresolved tokens come first, then those that changed last.' : null}
        </p>
        <meter min={0} max={Math.max(1, view.limit)} value={view.used} aria-label="Places used">
          {`${view.used} of ${view.limit}`}
        </meter>
      </div>
      <div class="stack">
        <Find {...props} />
        {view.rows.length === 0 ? (
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

export const watchlistPage = (props: Props): Buffer => documentOf(<WatchlistPage {...props} />);
