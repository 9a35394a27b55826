import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Coverage, type CoverageView } from '../../parts/coverage.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Matches, type OpenMatchLine } from '../../parts/matches.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import { itemChangesPath } from '../../labels/feed-paths.ts';
import { counted } from '../../labels/dates.ts';
import { watchStates } from '../../parts/watch-states.ts';
import { itemPath } from './item.ts';
import { Verdict } from '../../parts/verdict.tsx';
import type { StandingView } from '../../readers/standing/standing-view.ts';
import type { WatchRow } from './view.ts';

/** A source of a token, and what was read of it. */
export interface ReadSource {
  readonly key: string;
  readonly name: string;
  /** Observations so far, and the time of the last, milliseconds; null where nothing was read. */
  readonly read: { readonly count: number; readonly lastAt: number } | null;
}

interface Props {
  readonly row: WatchRow;
  /** How the token is now: every part. */
  readonly now: StandingView;
  readonly matches: readonly OpenMatchLine[];
  /** How much of it is read; null while the tables do not answer. */
  readonly coverage: CoverageView | null;
  readonly assetId: string;
  readonly addedAt: number;
  readonly sources: readonly ReadSource[];
  readonly frame: Frame;
  readonly mayWrite: boolean;
}

const Sources = ({ sources }: Pick<Props, 'sources'>): VNode => (
  <section class="card">
    <h2>What is read</h2>
    {sources.length === 0 ? (
      <Empty of="item-sources" isPart next={[{ href: '/sources', name: 'See which sources are read' }]}>
        Nothing was read of this token yet. Sources appear here once one names it.
      </Empty>
    ) : (
      <Scrolled label="Sources of the token">
        <table>
          <caption class="hidden">Sources that name the token, with the time of the last observation</caption>
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col" class="num">
                Observations
              </th>
              <th scope="col">Last observation</th>
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <tr key={source.key} class={source.read === null ? 'muted' : ''}>
                <th scope="row">
                  <Theirs text={source.name} />
                  <br />
                  <code>{source.key}</code>
                </th>
                <td data-label="Observations" class="num">
                  {source.read === null ? '–' : source.read.count.toLocaleString('en-US')}
                </td>
                <td data-label="Last observation">
                  {source.read === null ? '–' : <Time at={source.read.lastAt} exact />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    )}
  </section>
);

const Note = ({ row, frame }: Pick<Props, 'frame' | 'row'>): VNode => (
  <section class="card">
    <h2>Note</h2>
    <Form class="pad stack" frame={frame} action={itemPath(row.itemId)} hidden={{ do: 'note' }}>
      <Field
        name="note"
        class="field wide"
        label="Visible only to holders of your keys, up to 500 characters"
        rows={3}
        maxLength={500}
        value={row.note}
      />
      <div>
        <button class="btn main" type="submit">
          Save the note
        </button>
      </div>
    </Form>
  </section>
);

const Remove = ({ row, frame }: Pick<Props, 'frame' | 'row'>): VNode => (
  <section class="card">
    <h2>Remove</h2>
    <div class="pad stack">
      <Form class="row" frame={frame} action={itemPath(row.itemId)}>
        {row.state === 'unresolved' ? null : (
          <button class="btn" name="do" value={row.state === 'paused' ? 'resume' : 'pause'}>
            <Icon name={row.state === 'paused' ? 'play' : 'pause'} />
            {row.state === 'paused' ? 'Resume' : 'Pause instead'}
          </button>
        )}
      </Form>
      <details>
        <summary>
          Remove <Theirs text={row.symbol} /> from the list…
        </summary>
        <Form class="stack" frame={frame} action={itemPath(row.itemId)}>
          <p class="small muted">
            The token leaves the list, and its note is deleted. Past notifications stay. For a minute you can undo it.
          </p>
          <div>
            <button class="btn" name="do" value="remove">
              <Icon name="cross" />
              Remove it
            </button>
          </div>
        </Form>
      </details>
    </div>
  </section>
);

const ItemPage = ({ row, now, matches, coverage, assetId, addedAt, sources, frame, mayWrite }: Props): VNode => (
  <Layout title={`${row.symbol} on the watchlist`} frame={frame}>
    <div class="head">
      <p class="crumbs">
        <a href="/watchlist">Watchlist</a>
        <span>/</span>
        <span>{row.chain}</span>
      </p>
      <h1>
        <Theirs text={row.name === '' ? row.symbol : row.name} />
      </h1>
      <p class="row">
        <State {...watchStates[row.state]} />
        <span>
          <Theirs text={row.symbol} /> {row.chain}
        </span>
      </p>
      {row.reason === null ? null : <p>The intake ended without a result: {row.reason}.</p>}
    </div>
    <div class="stack">
      <Matches matches={matches} />
      <Verdict {...now} />
      <div class="cols">
        <div class="stack">
          <Coverage title="Coverage" coverage={coverage} />
          <Sources sources={sources} />
          {mayWrite ? <Note row={row} frame={frame} /> : null}
        </div>
        <div class="stack">
          <section class="card">
            <h2>Watched</h2>
            <Facts
              facts={[
                { name: 'Since', value: <Time at={addedAt} /> },
                { name: 'Changes', value: <a href={itemChangesPath(row.itemId)}>of the last 365 days</a> },
                { name: 'Obligations', value: <a href={`/obligations/${assetId}`}>what its regimes require</a> },
                ...(row.path === null
                  ? []
                  : [
                      {
                        name: 'Public page',
                        value: (
                          <a href={row.path}>
                            <Theirs text={row.symbol} />
                          </a>
                        ),
                      },
                    ]),
                { name: 'Sources', value: counted(sources.filter(({ read }) => read !== null).length, 'source') },
              ]}
            />
          </section>
          {mayWrite ? <Remove row={row} frame={frame} /> : null}
        </div>
      </div>
    </div>
  </Layout>
);

export const itemPage = (props: Props): Buffer => documentOf(<ItemPage {...props} />);
