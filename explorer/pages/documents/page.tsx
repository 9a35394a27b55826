import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Copied } from '../../parts/copied.tsx';
import { DirectionMark } from '../../parts/direction.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { SourceLink } from '../../parts/source-link.tsx';
import { State } from '../../parts/state.tsx';
import { StoryText } from '../../parts/story.tsx';
import { Time } from '../../parts/time.tsx';
import { Token } from '../../parts/token-tag.tsx';
import { Quoted } from '../../parts/quote.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { counted } from '../../labels/dates.ts';
import { documentOf } from '../../render.ts';
import { mostFetches } from '../../readers/documents/queries.ts';
import type { FetchView } from '../../readers/documents/rows.ts';
import { Compare } from './compare.tsx';
import { LeftOutPassages } from './left-out.tsx';
import type { DocumentView } from './view.ts';

const Value = ({ value }: { readonly value: DocumentView['values'][number] }): VNode => (
  <div>
    <dt>
      <Theirs text={value.label} />
    </dt>
    <dd>
      <b>
        <Theirs text={value.text} />
      </b>
      <Quoted text={value.quote} small />
      <span class="muted">
        stated since <Time at={value.since} />
        {value.where === null ? '' : `, on ${value.where}`}
      </span>
      {value.earlier.length === 0 ? null : (
        <details>
          <summary class="small">{counted(value.earlier.length, 'earlier value')}</summary>
          <ul class="small">
            {value.earlier.map(({ text, until }) => (
              <li key={`${until} ${text}`}>
                <Theirs text={text} /> until <Time at={until} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {value.of.length === 0 ? null : (
        <span class="row">
          {value.of.map((tag) => (
            <Token key={`${tag.symbol} ${tag.chain}`} {...tag} />
          ))}
        </span>
      )}
    </dd>
  </div>
);

const Values = ({ view }: { readonly view: DocumentView }): VNode => (
  <section class="card">
    <h2>What it states</h2>
    {view.values.length === 0 ? (
      <Empty of="values" isPart next={[{ href: '#fetches', name: 'See when it was read' }]}>
        No value of it is established yet. A value counts when a second reading, six hours later or more, shows it
        again.
      </Empty>
    ) : (
      <dl class="facts">
        {view.values.map((value) => (
          <Value key={`${value.label} ${value.text} ${value.quote ?? ''}`} value={value} />
        ))}
      </dl>
    )}
  </section>
);

const Drafts = ({ view }: { readonly view: DocumentView }): VNode | null =>
  view.drafts === null || view.drafts.length === 0 ? null : (
    <section class="card">
      <div class="card-head">
        <h2>Waiting for a second reading</h2>
        <p class="small muted">Shown only to key holders, for tokens that they watch.</p>
      </div>
      <ol class="stories">
        {view.drafts.map((draft) => (
          <li key={draft.id}>
            <div class="dircell">
              <DirectionMark direction={draft.direction} />
            </div>
            <StoryText {...draft} news={null} tags={[draft.token]} />
          </li>
        ))}
      </ol>
    </section>
  );

const FetchRow = ({ fetch }: { readonly fetch: FetchView }): VNode => (
  <tr>
    <th scope="row">
      <Time at={fetch.at} exact />
    </th>
    <td data-label="Outcome">
      <State {...fetch.state} />
      {fetch.message === null ? null : (
        <p class="small">
          <Theirs text={fetch.message} />
        </p>
      )}
    </td>
    <td data-label="What it was">
      <Theirs text={fetch.what} />
    </td>
    <td data-label="Bytes">
      {fetch.sha256 === null ? null : <Copied text={`sha256:${fetch.sha256}`} what="hash of the document" />}
    </td>
  </tr>
);

const Fetches = ({ fetches }: Pick<DocumentView, 'fetches'>): VNode => (
  <section class="card" id="fetches">
    <h2>When it was read</h2>
    <Scrolled label="Fetches">
      <table>
        <caption class="hidden">{`The newest ${mostFetches} fetches, newest first`}</caption>
        <thead>
          <tr>
            <th scope="col">Fetched</th>
            <th scope="col">Outcome</th>
            <th scope="col">What it was</th>
            <th scope="col">Bytes</th>
          </tr>
        </thead>
        <tbody>
          {fetches.map((fetch) => (
            <FetchRow key={fetch.at} fetch={fetch} />
          ))}
        </tbody>
      </table>
    </Scrolled>
  </section>
);

const DocumentPage = ({ view, frame }: { readonly view: DocumentView; readonly frame: Frame }): VNode => (
  <Layout title={`${view.kind} at ${view.host}`} frame={frame}>
    <div class="head">
      <p class="crumbs">
        <a href="/sources">Sources</a>
        <span>/</span>
        <span>Documents of issuers</span>
      </p>
      <h1>
        {view.kind} at <Theirs text={view.host} />
      </h1>
      <div class="row small">
        <State {...view.newest.state} />
        <Time at={view.newest.at} exact />
        {view.tokens.map((tag) => (
          <Token key={`${tag.symbol} ${tag.chain}`} {...tag} />
        ))}
      </div>
      <SourceLink url={view.url} name="The document at its publisher" />
      {view.finalUrl === null ? null : <SourceLink url={view.finalUrl} name="Where it was found" />}
    </div>
    <div class="stack">
      <Values view={view} />
      <LeftOutPassages leftOut={view.leftOut} />
      <Compare readings={view.readings} compared={view.compared} />
      <Drafts view={view} />
      <Fetches fetches={view.fetches} />
      <p class="small muted">
        The document belongs to its publisher, so its text is not served here, only its hash. With your own copy you can
        check that these are the bytes that were read.
      </p>
    </div>
  </Layout>
);

export const documentPage = (view: DocumentView, frame: Frame): Buffer =>
  documentOf(<DocumentPage view={view} frame={frame} />);
