import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Accounts } from '../../parts/accounts.tsx';
import { Copied } from '../../parts/copied.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { SourceLink } from '../../parts/source-link.tsx';
import { Quoted } from '../../parts/quote.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';
import { documentOf } from '../../render.ts';
import type { FieldView } from './field-view.ts';
import type { StatementView } from '../../readers/statements/statement-view.ts';

const Now = ({ one, chain }: { readonly one: StatementView; readonly chain: string }): VNode => (
  <li id={one.observationId} class="pad stack">
    <p>
      <b>
        <Accounts text={one.text} chain={chain} />
      </b>
    </p>
    <Quoted text={one.quote} small />
    <p class="small muted">
      Since <Time at={one.since} />
      {one.sourceUrl === null ? (
        <>
          , by <Theirs text={inSentence(one.source)} />
        </>
      ) : null}
      {one.block === null ? null : `, block ${Number(one.block).toLocaleString('en-US')}`}
    </p>
    {one.sourceUrl === null ? null : <SourceLink url={one.sourceUrl} name={one.source} />}
    <div class="small">
      <span class="label">Observation</span>
      <Copied text={one.observationId} what="id of the observation" />
    </div>
  </li>
);

/** "This registry" and "Document of the issuer" within a sentence. */
const inSentence = (source: string): string => source.replace(/^This /, 'this ').replace(/^Document /, 'a document ');

const Before = ({ view }: { readonly view: FieldView }): VNode => (
  <section class="card">
    <h2>Earlier values</h2>
    {view.changes === null ? (
      <p class="pad small muted">The changes cannot be read now. Load the page again in a few seconds.</p>
    ) : view.changes.length === 0 ? (
      <Empty of="field-changes" isPart next={[{ href: view.tokenPath, name: 'Back to the token' }]}>
        No confirmed change of this value is known.
      </Empty>
    ) : (
      <Scrolled label="Earlier values">
        <table>
          <caption class="hidden">Confirmed changes, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Since</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {view.changes.map((change) => (
              <tr key={change.id}>
                <th scope="row">
                  <Time at={change.at} />
                </th>
                <td data-label="Before">
                  <Accounts text={change.before ?? 'not stated'} chain={view.chain} />
                </td>
                <td data-label="After">
                  <Accounts text={change.after ?? 'not stated'} chain={view.chain} />
                  <Quoted text={change.quote} small />
                </td>
                <td data-label="Change">
                  <a href={change.path}>
                    <Theirs text={change.headline} />
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    )}
    {view.isCut ? (
      <p class="pad small muted">The {view.changes?.length} newest. Older ones are not on this page.</p>
    ) : null}
  </section>
);

const FieldPage = ({ view, frame }: { readonly view: FieldView; readonly frame: Frame }): VNode => (
  <Layout title={`${view.label}: ${view.token}`} frame={frame} canonical={view.canonical}>
    <div class="head">
      <p class="crumbs">
        <a href="/">Verified assets</a>
        <span>/</span>
        <a href={view.tokenPath}>
          <Theirs text={view.token} />
        </a>
      </p>
      <h1>
        <Theirs text={view.label} />
      </h1>
    </div>
    <div class="stack">
      <section class="card">
        <h2>Now</h2>
        {view.now.length === 0 ? (
          <p class="pad small muted">No source states it now.</p>
        ) : (
          <ul class="others">
            {view.now.map((one) => (
              <Now key={`${one.observationId} ${one.field}`} one={one} chain={view.chain} />
            ))}
          </ul>
        )}
      </section>
      <Before view={view} />
    </div>
  </Layout>
);

export const fieldPage = (view: FieldView, frame: Frame): Buffer => documentOf(<FieldPage view={view} frame={frame} />);
