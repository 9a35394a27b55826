import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Layout } from '../../parts/layout.tsx';
import { Rows } from '../../parts/rows.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../words/dates.ts';
import type { DocumentRow } from '../documents/view.ts';
import { Documents } from './documents.tsx';
import type { SourceRow, SourcesView } from './view.ts';

const Tile = (props: { readonly label: string; readonly value: string; readonly note: string }): VNode => (
  <div class="card tile">
    <span class="label">{props.label}</span>
    <b>{props.value}</b>
    <span class="small muted">{props.note}</span>
  </div>
);

const Tiles = ({ view }: { readonly view: SourcesView }): VNode => (
  <section class="tiles" aria-label="In short">
    <Tile label="Sources read" value={`${view.read} of ${view.rows.length}`} note="the others never ran here" />
    <Tile label="Files accepted" value={String(view.accepted)} note="of the newest 200 of each source" />
    <Tile label="Files rejected" value={String(view.rejected)} note="a rejected file changes nothing but this page" />
    <Tile
      label="Parked records"
      value={view.parked === null ? 'unknown' : String(view.parked)}
      note="what no processor could read"
    />
  </section>
);

const differenceOf = ({ added, changed, removed }: NonNullable<SourceRow['newest']>): string =>
  `+${added} ~${changed} −${removed}`;

const Row = ({ row }: { readonly row: SourceRow }): VNode => (
  <tr>
    <th scope="row">
      <a href={`/sources/${row.feed}`}>{row.label}</a>
      <br />
      <span class="muted">
        {row.owner}, {row.every}
      </span>
    </th>
    <td>
      <State {...row.state} />
    </td>
    {row.newest === null ? (
      <td colSpan={4} class="muted">
        Nothing is claimed about it: it was never fetched or imported here.
      </td>
    ) : (
      <>
        <td>
          <Time at={row.newest.asOf} />
        </td>
        <td>{row.plot === null ? null : <Rows plot={row.plot} sentence={row.sentence} />}</td>
        <td class="num">{row.newest.rows.toLocaleString('en-US')}</td>
        <td class="num">{differenceOf(row.newest)}</td>
      </>
    )}
  </tr>
);

interface Props {
  readonly view: SourcesView & { readonly documents: readonly DocumentRow[] };
  readonly frame: Frame;
}

const SourcesPage = ({ view, frame }: Props): VNode => (
  <Layout title="Sources" frame={frame}>
    <div class="head">
      <h1>Sources</h1>
      <p>Where statements come from, and how old what they rest on is.</p>
    </div>
    <div class="stack">
      <Tiles view={view} />
      <section class="card scroll" tabIndex={0} aria-label="All sources">
        <table class="sources">
          <caption class="hidden">{`${counted(view.rows.length, 'source')} with their newest file`}</caption>
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
            </tr>
          </thead>
          <tbody>
            {view.rows.map((row) => (
              <Row key={row.feed} row={row} />
            ))}
          </tbody>
        </table>
      </section>
      <Documents documents={view.documents} />
    </div>
  </Layout>
);

export const sourcesPage = (view: Props['view'], frame: Frame): Buffer =>
  documentOf(<SourcesPage view={view} frame={frame} />);
