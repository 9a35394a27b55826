import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Copied } from '../../parts/copied.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Facts } from '../../parts/facts.tsx';
import { DifferenceKey, Rows } from '../../parts/rows.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import { type FeedRun, mostRuns } from './queries.ts';
import type { SourceName } from '../../labels/sources.ts';
import { wordOf } from '../../labels/words.ts';
import type { SourceRow } from './view.ts';
import { sentenceCase } from '../../../schemas/values/sentence-case.ts';

interface Props {
  readonly source: SourceName;
  readonly row: SourceRow;
  /** Newest first. */
  readonly runs: readonly FeedRun[];
  readonly frame: Frame;
}

const numbers = ['rows', 'added', 'changed', 'removed', 'held'] as const;

/** What readers get of it. */
const usedFor = ({ isSanctionsList }: SourceName): string =>
  isSanctionsList
    ? 'matches of its entries with wallets, identifiers and names of tokens and of their parties'
    : 'what it states of issuers, other parties and instruments of tokens';

/** Texts that stand open; more of them would hide the files below. */
const mostUnfolded = 3;

const Remarks = ({ texts }: { readonly texts: readonly string[] }): VNode => {
  const lines = texts.map((text) => (
    <p key={text} class="small">
      <Theirs text={text} />
    </p>
  ));
  if (texts.length <= mostUnfolded) return <>{lines}</>;
  return (
    <details class="small">
      <summary>{counted(texts.length, 'remark')}</summary>
      {lines}
    </details>
  );
};

const File = ({ run }: { readonly run: FeedRun }): VNode => (
  <tr>
    <th scope="row">
      <Time at={run.asOf} exact />
    </th>
    <td data-label="Outcome">
      <State
        {...(run.status === 'rejected'
          ? { tone: 'fail', icon: 'alert', word: wordOf('runStatus', run.status) }
          : { tone: 'good', icon: 'check', word: wordOf('runStatus', run.status) })}
      />
      {run.reason === null || run.reason === '' ? null : (
        <p class="small">
          <Theirs text={run.reason} />
        </p>
      )}
      <Remarks texts={run.alarms} />
    </td>
    {numbers.map((name) => (
      <td data-label={sentenceCase(name)} key={name} class="num">
        {run[name].toLocaleString('en-US')}
      </td>
    ))}
    <td data-label="Bytes">
      <Copied text={`sha256:${run.sha256.replace('sha256:', '')}`} what="hash of the file" />
    </td>
  </tr>
);

const Files = ({ runs }: Pick<Props, 'runs'>): VNode => (
  <section class="card">
    <h2>Files</h2>
    <Scrolled label="Files">
      <table>
        <caption class="hidden">{`The newest ${mostRuns} files, newest first`}</caption>
        <thead>
          <tr>
            <th scope="col">As of</th>
            <th scope="col">Outcome</th>
            {numbers.map((name) => (
              <th key={name} scope="col" class="num">
                {sentenceCase(name)}
              </th>
            ))}
            <th scope="col">Bytes</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <File key={run.runId} run={run} />
          ))}
        </tbody>
      </table>
    </Scrolled>
  </section>
);

const FeedPage = ({ source, row, runs, frame }: Props): VNode => (
  <Layout title={sentenceCase(row.label)} frame={frame}>
    <div class="head">
      <p class="crumbs">
        <a href="/sources">Sources</a>
        <span>/</span>
        <span>{row.feed}</span>
      </p>
      <h1>{sentenceCase(row.label)}</h1>
      <p class="row dots">
        <span>{row.owner}</span>
        <span>{row.every}</span>
        <span>{row.oldAfter}</span>
        <State {...row.state} />
      </p>
    </div>
    <div class="stack">
      <section class="card" aria-label="About the source">
        <Facts
          facts={[
            { name: 'Origin', value: source.hosts.join(', ') },
            { name: 'Licence', value: source.licence },
            { name: 'Used for', value: usedFor(source) },
          ]}
        />
      </section>
      {row.plot === null ? null : (
        <section class="card">
          <h2>Rows in the file, and differences from the previous file</h2>
          <Scrolled label="Plot" of="pad">
            <Rows plot={row.plot} sentence={`${row.sentence}; the table below has the numbers`} />
            <DifferenceKey />
          </Scrolled>
        </section>
      )}
      {runs.length === 0 ? (
        <Empty of="files" next={[{ href: '/sources', name: 'See the sources that were read' }]}>
          No file of this source was read here. The operator fetches it by the schedule, or imports one with{' '}
          <code>{`attestry feeds run ${row.feed} --file FILE --as-of DATE`}</code>.
        </Empty>
      ) : (
        <Files runs={runs} />
      )}
    </div>
  </Layout>
);

export const feedPage = (props: Props): Buffer => documentOf(<FeedPage {...props} />);
