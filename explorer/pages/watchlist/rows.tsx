import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { DirectionMark } from '../../parts/direction.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { Worst } from '../../parts/worst.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import type { WatchlistView, WatchRow } from './view.ts';
import { itemPath, watchStates } from './item.ts';

export interface WatchlistProps {
  readonly view: WatchlistView;
  readonly frame: Frame;
  /** Whether the reader may change the list (U-17). */
  readonly mayWrite: boolean;
}

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
}: { readonly row: WatchRow; readonly hasNotes: boolean } & Omit<WatchlistProps, 'view'>): VNode => (
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
    <td data-label="Now">
      <a class="plain" href={itemPath(row.itemId)}>
        <Worst {...row.now} />
      </a>
    </td>
    <td data-label="Read">
      {row.read === null ? (
        <span class="muted">–</span>
      ) : (
        <a class="tag" href={`${itemPath(row.itemId)}#coverage`}>
          {row.read}
        </a>
      )}
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

export const Table = (props: WatchlistProps): VNode => {
  const hasNotes = props.view.rows.some(({ note }) => note !== '');
  return (
    <section class="card scroll watched" tabIndex={0} aria-label="Watched tokens">
      <table>
        <caption class="hidden">Watched tokens</caption>
        <thead>
          <tr>
            {['Token', 'Issuer', 'State', 'Now', 'Read', 'Last change', ...(hasNotes ? ['Note'] : [])].map((name) => (
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
