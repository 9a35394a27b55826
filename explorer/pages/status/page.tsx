import type { VNode } from 'preact';
import { counted } from '../../labels/dates.ts';
import type { Frame } from '../../page-route.ts';
import { Layout } from '../../parts/layout.tsx';
import { State } from '../../parts/state.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';
import { documentOf } from '../../render.ts';
import type { StatusView } from './view.ts';

interface Props {
  readonly view: StatusView;
  readonly frame: Frame;
}

function Feeds({ feeds }: Pick<StatusView, 'feeds'>): VNode | null {
  const isFetching = feeds.some(({ nextRun }) => nextRun !== null);
  return feeds.length === 0 ? null : (
    <section class="card scroll" tabIndex={0} aria-label="Lists and registers">
      <table>
        <caption class="hidden">Lists and registers, with the date of the newest file of each</caption>
        <thead>
          <tr>
            {['Source', 'State', 'Newest file', ...(isFetching ? ['Next fetch'] : [])].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {feeds.map(({ feed, label, state, asOf, nextRun }) => (
            <tr key={feed}>
              <th scope="row">
                <a href={`/sources/${feed}`}>{label}</a>
              </th>
              <td data-label="State">
                <State {...state} />
              </td>
              <td data-label="Newest file">{asOf === null ? '–' : <Time at={asOf} />}</td>
              {isFetching ? (
                <td data-label="Next fetch">
                  {nextRun === null ? 'not by this process' : <Time at={nextRun} exact />}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {isFetching ? null : <p class="pad small muted">This process fetches none of them.</p>}
    </section>
  );
}

const Chains = ({ chains }: Pick<StatusView, 'chains'>): VNode | null =>
  chains.length === 0 ? null : (
    <section class="card">
      <h2>Chains</h2>
      <ul class="others">
        {chains.map(({ name, state, message }) => (
          <li key={name} class="row">
            <b>{name}</b>
            <State {...state} />
            {message === '' ? null : <Theirs text={message} />}
          </li>
        ))}
      </ul>
    </section>
  );

const StatusPage = ({ view, frame }: Props): VNode => (
  <Layout title="Status" frame={frame}>
    <div class="head">
      <h1>Status</h1>
      <p class="row">
        <State {...view.state} />
        <span>{view.sentence}</span>
      </p>
      {view.failing.length === 0 ? null : <p>Not ready: {view.failing.join(', ')}.</p>}
      <p class="small">
        {view.behind.length === 0
          ? 'All that was recorded is processed.'
          : `${view.behind.map(({ name, lag }) => `${name}: ${counted(lag, 'record')} to process`).join(', ')}.`}{' '}
        <a href="/status.json">The same as JSON</a>
      </p>
    </div>
    <div class="stack">
      <Feeds feeds={view.feeds} />
      <Chains chains={view.chains} />
    </div>
  </Layout>
);

export const statusPage = (view: StatusView, frame: Frame): Buffer =>
  documentOf(<StatusPage view={view} frame={frame} />);
