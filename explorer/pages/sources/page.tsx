import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Empty } from '../../parts/empty.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Rows } from '../../parts/rows.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import type { DocumentRow } from '../../readers/documents/rows.ts';
import { Chains } from './chain-table.tsx';
import type { ChainRow } from '../../readers/chains/chains.ts';
import { Documents } from './documents.tsx';
import { mostRuns } from './queries.ts';
import type { SourceRow, SourcesView } from './view.ts';
import { sentenceCase } from '../../../schemas/values/sentence-case.ts';

interface TileProps {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

const Tile = (props: TileProps): VNode => (
  <div class="card tile">
    <span class="label">{props.label}</span>
    <b>{props.value}</b>
    <span class="small muted">{props.note}</span>
  </div>
);

function behindTile(behind: SourcesView['behind']): TileProps {
  const label = 'Behind the log';
  if (behind === null) return { label, value: 'unknown', note: 'the log does not answer now' };
  const note =
    behind.processors === 0
      ? 'all that was recorded is processed'
      : `${counted(behind.processors, 'processor')} still ${behind.processors === 1 ? 'reads' : 'read'}`;
  return { label, value: counted(behind.records, 'record'), note };
}

const Tiles = ({ view }: { readonly view: SourcesView }): VNode => (
  <section class="tiles" aria-label="In short">
    <Tile
      label="Sources read"
      value={`${view.read} of ${view.rows.length}`}
      note="the others never ran on this installation"
    />
    <Tile
      label="Files read"
      value={(view.accepted + view.rejected).toLocaleString('en-US')}
      note={`${view.accepted} accepted, ${view.rejected} rejected, of the newest ${mostRuns} of each source`}
    />
    <Tile
      label="Parked records"
      value={view.parked === null ? 'unknown' : String(view.parked)}
      note="records that no processor could read"
    />
    <Tile {...behindTile(view.behind)} />
  </section>
);

const differenceOf = ({ added, changed, removed }: NonNullable<SourceRow['newest']>): string =>
  `+${added} ~${changed} −${removed}`;

/** Signs are read out differently by each reader of a screen. */
const differenceText = ({ added, changed, removed }: NonNullable<SourceRow['newest']>): string =>
  `${added} added, ${changed} changed, ${removed} removed`;

const Row = ({ row }: { readonly row: SourceRow }): VNode => (
  <tr>
    <th scope="row">
      <a href={`/sources/${row.feed}`}>{sentenceCase(row.label)}</a>
      <br />
      <span class="muted">
        {row.owner}, {row.every}
      </span>
    </th>
    <td data-label="State">
      <State {...row.state} />
    </td>
    {row.newest === null ? null : (
      <>
        <td data-label="Newest file">
          <Time at={row.newest.asOf} />
        </td>
        <td data-label="Rows over time">
          {row.plot === null ? null : <Rows plot={row.plot} sentence={row.sentence} />}
        </td>
        <td data-label="Rows" class="num">
          {row.newest.rows.toLocaleString('en-US')}
        </td>
        <td data-label="Last difference" class="num">
          <span title={differenceText(row.newest)} aria-hidden="true">
            {differenceOf(row.newest)}
          </span>
          <span class="hidden">{differenceText(row.newest)}</span>
        </td>
        <td data-label="Remarks" class="num">
          {row.newest.alarms.length === 0 ? 'none' : <a href={`/sources/${row.feed}`}>{row.newest.alarms.length}</a>}
        </td>
      </>
    )}
  </tr>
);

/** Sources with a file that was read or refused. */
const Files = ({ rows }: { readonly rows: readonly SourceRow[] }): VNode =>
  rows.length === 0 ? (
    <Empty of="sources" next={[{ href: '#never-read', name: 'See what this build can read' }]}>
      No file was read here yet. The operator sets an interval for a source, or imports a file with{' '}
      <code>attestry feeds run</code>.
    </Empty>
  ) : (
    <section class="card scroll" id="files" tabIndex={0} aria-label="All sources">
      <table class="sources">
        <caption class="hidden">{`${counted(rows.length, 'source')} with their newest file`}</caption>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">State</th>
            <th scope="col">Newest file</th>
            <th scope="col">Rows over time</th>
            <th scope="col" class="num">
              Rows
            </th>
            <th scope="col" class="num">
              Last difference
            </th>
            <th scope="col" class="num">
              Remarks
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.feed} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );

/** A file of it was neither read nor refused. */
const isUnread = ({ newest, state }: SourceRow): boolean => newest === null && state.tone === 'off';

/** Sources that this build can read and never read here: nothing is claimed about them. */
const NeverRead = ({ rows }: { readonly rows: readonly SourceRow[] }): VNode | null =>
  rows.length === 0 ? null : (
    <section class="card" id="never-read">
      <div class="card-head">
        <h2>Never read here</h2>
        <p class="small muted">
          This build can read {rows.length === 1 ? 'it' : 'them'}; nothing is claimed from{' '}
          {rows.length === 1 ? 'it' : 'them'} until a file was fetched or imported.
        </p>
      </div>
      <ul class="pad columns small">
        {rows.map(({ feed, label, owner }) => (
          <li key={feed}>
            <a href={`/sources/${feed}`}>{sentenceCase(label)}</a>
            <br />
            <span class="muted">{owner}</span>
          </li>
        ))}
      </ul>
    </section>
  );

interface Props {
  readonly view: SourcesView & { readonly chains: readonly ChainRow[]; readonly documents: readonly DocumentRow[] };
  readonly frame: Frame;
}

const SourcesPage = ({ view, frame }: Props): VNode => (
  <Layout title="Sources" frame={frame}>
    <div class="head">
      <h1>Sources</h1>
      <p>
        Where statements come from, and the age of the data behind them. A rejected file is shown here and changes no
        other page. Remarks list the parts of a file that the parser does not know.
      </p>
    </div>
    <div class="stack">
      <Tiles view={view} />
      <Files rows={view.rows.filter((row) => !isUnread(row))} />
      <NeverRead rows={view.rows.filter(isUnread)} />
      <Chains chains={view.chains} />
      <Documents documents={view.documents} />
    </div>
  </Layout>
);

export const sourcesPage = (view: Props['view'], frame: Frame): Buffer =>
  documentOf(<SourcesPage view={view} frame={frame} />);
