import type { VNode } from 'preact';
import type { HelpPlace } from '../../labels/help-places.ts';
import { Term } from '../../parts/term.tsx';
import type { Frame } from '../../page-route.ts';
import { deploymentCount, placeNames } from '../../labels/deployments.ts';
import { severityNames } from '../../labels/severities.ts';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { State } from '../../parts/state.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';
import { Worst } from '../../parts/worst.tsx';
import { watchStates } from '../../parts/watch-states.ts';
import { itemPath } from './item.ts';
import type { WatchGroup, WatchlistView, WatchRow } from './view.ts';

export interface WatchlistProps {
  readonly view: WatchlistView;
  readonly frame: Frame;
  /** Whether the reader may change the list (U-17). */
  readonly mayWrite: boolean;
}

const Actions = ({ row, place, frame }: Pick<RowProps, 'frame' | 'place' | 'row'>): VNode => {
  const token = (
    <span class="hidden">
      {' '}
      <Theirs text={`${row.symbol} on ${place ?? row.chain}`} />
    </span>
  );
  const paused = row.state === 'paused';
  return (
    <Form class="row" frame={frame} action={itemPath(row.itemId)}>
      {row.state === 'unresolved' ? (
        <button class="btn" name="do" value="retry">
          Try again
          <span class="hidden">: the intake of</span>
          {token}
        </button>
      ) : (
        <button class="btn quiet" name="do" value={paused ? 'resume' : 'pause'}>
          <Icon name={paused ? 'play' : 'pause'} />
          {paused ? 'Resume' : 'Pause'}
          {token}
        </button>
      )}
      <a class="btn quiet" href={itemPath(row.itemId)}>
        <Icon name="note" />
        Edit{token}
      </a>
    </Form>
  );
};

/** A token with one deployment has its names in its row; a chain of several stands below the names. */
const Name = ({ row, place }: { readonly row: WatchRow; readonly place: string | null }): VNode => (
  <>
    <span class="row">
      <a href={itemPath(row.itemId)}>
        {place !== null ? (
          <>
            <span class="hidden">
              <Theirs text={row.symbol} /> on{' '}
            </span>
            {place}
          </>
        ) : (
          <Theirs text={row.symbol} />
        )}
      </a>
      {place !== null ? null : <span class="muted">{row.chain}</span>}
    </span>
    {place !== null ? null : <Party row={row} />}
    {row.note === '' ? null : (
      <p class="small">
        <Icon name="note" size={12} /> <Theirs text={row.note} />
      </p>
    )}
  </>
);

const Party = ({ row }: { readonly row: Pick<WatchRow, 'issuer' | 'name'> }): VNode => (
  <span class="muted">
    <Theirs text={row.name} />, <Theirs text={row.issuer} />
  </span>
);

const Last = ({ last }: Pick<WatchRow, 'last'>): VNode =>
  last === null ? (
    <span class="muted">none in 365 days</span>
  ) : (
    <>
      <span class="row small muted">
        <Time at={last.at} />
        <b>{severityNames[last.severity]}</b>
      </span>
      <a class="plain" href={last.path}>
        <Theirs text={last.headline} />
      </a>
    </>
  );

interface RowProps extends Omit<WatchlistProps, 'view'> {
  readonly row: WatchRow;
  /** Which of several deployments it is; null of a token with one. */
  readonly place: string | null;
}

const Row = ({ row, place, frame, mayWrite }: RowProps): VNode => (
  <tr id={row.itemId} data-row>
    <th scope="row" class={place === null ? '' : 'below'}>
      <Name row={row} place={place} />
    </th>
    <td data-label="Now">
      <a class="plain" href={itemPath(row.itemId)}>
        <Worst {...row.now} />
      </a>{' '}
      {row.read === null ? null : (
        <a class="tag" href={`${itemPath(row.itemId)}#coverage`}>
          {row.read} read
        </a>
      )}
    </td>
    <td data-label="Last known">
      <Last last={row.last} />
    </td>
    <td data-label="Watching">
      <span class="row">
        <State {...watchStates[row.state]} />
        {mayWrite ? <Actions row={row} place={place} frame={frame} /> : null}
      </span>
      {row.reason === null ? null : <p class="small">The intake ended: {row.reason}.</p>}
    </td>
  </tr>
);

const Group = ({ group, ...props }: { readonly group: WatchGroup } & Omit<WatchlistProps, 'view'>): VNode => {
  const [first] = group.rows;
  const isSeveral = group.rows.length > 1;
  const places = placeNames(group.rows);
  return (
    <tbody>
      {isSeveral ? (
        <tr class="token-head">
          <th scope="rowgroup" colSpan={columns.length}>
            <span class="row">
              <b>
                <Theirs text={first.symbol} />
              </b>
              <span class="muted">{deploymentCount(group.rows.map(({ chain }) => chain))}</span>
              <Party row={first} />
            </span>
          </th>
        </tr>
      ) : null}
      {group.rows.map((row, index) => (
        <Row key={row.itemId} {...props} row={row} place={isSeveral ? (places[index] ?? row.chain) : null} />
      ))}
    </tbody>
  );
};

const columns = ['Token', 'Now', 'Last known', 'Watching'] as const;
/** Columns with marks, and where their meanings are. */
const places: Readonly<Partial<Record<(typeof columns)[number], HelpPlace>>> = { Now: 'now', 'Last known': 'severity' };

export const Table = ({ view, ...props }: WatchlistProps): VNode => (
  <section class="card scroll watched" tabIndex={0} aria-label="Watched tokens">
    <table>
      <caption class="hidden">Watched tokens, each with its chains</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {places[name] === undefined ? name : <Term of={places[name]}>{name}</Term>}
            </th>
          ))}
        </tr>
      </thead>
      {view.groups.map((group) => (
        <Group key={group.rows[0].itemId} {...props} group={group} />
      ))}
    </table>
  </section>
);
