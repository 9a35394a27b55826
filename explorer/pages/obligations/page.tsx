import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Copied } from '../../parts/copied.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Layout } from '../../parts/layout.tsx';
import { SourceLink } from '../../parts/source-link.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { Token } from '../../parts/token-tag.tsx';
import { Quoted } from '../../parts/quote.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Term } from '../../parts/term.tsx';
import { documentOf } from '../../render.ts';
import type { EvidenceView, ObligationsView, ObligationView, RegimeView } from './view.ts';

/** Closed at first: the rule as we read it, the sources that were searched and what was found. */
const Reading = ({ obligation }: { readonly obligation: ObligationView }): VNode => (
  <details class="small">
    <summary>Our reading of the rule, and the sources searched</summary>
    <ul class="stack">
      {obligation.reading === null ? null : (
        <li>
          <Theirs text={obligation.reading} />
        </li>
      )}
      {obligation.searched.map(({ sourceUrl, lastOkAt }) => (
        <li key={sourceUrl} class="row">
          <SourceLink url={sourceUrl} name="Declared source" />
          <span class="muted">
            {lastOkAt === null ? 'never read whole' : 'last read whole on '}
            {lastOkAt === null ? null : <Time at={lastOkAt} />}
          </span>
        </li>
      ))}
      {obligation.searched.length === 0 && obligation.evidence.length === 0 ? (
        <li class="muted">No declared source was searched.</li>
      ) : null}
    </ul>
  </details>
);

/** What a verdict rests on: the passage or the row, which leads to where it was read. */
const Evidence = ({ evidence: { observationId, stated } }: { readonly evidence: EvidenceView }): VNode =>
  stated === null ? (
    <li>
      It rests on the observation <Copied text={observationId} what="id of the observation" />
    </li>
  ) : (
    <li>
      <p>
        {stated.path === null ? (
          <Theirs text={stated.label} />
        ) : (
          <a href={stated.path}>
            <Theirs text={stated.label} />
          </a>
        )}
        : <Theirs text={stated.text} />
      </p>
      <Quoted text={stated.quote} />
      {stated.sourceUrl === null ? (
        <Theirs text={stated.source} />
      ) : (
        <SourceLink url={stated.sourceUrl} name={stated.source} />
      )}
      <span class="muted">
        read on <Time at={stated.at} />
      </span>
    </li>
  );

const Obligation = ({ obligation }: { readonly obligation: ObligationView }): VNode => (
  <li id={obligation.id}>
    <div class="dircell small">
      <State {...obligation.state} />
    </div>
    <article class="story">
      <h3>
        <Theirs text={obligation.title} />
      </h3>
      <p>
        <Theirs text={obligation.statement} />
      </p>
      <div class="row small">
        <span class="tag">{obligation.id}</span>
        {obligation.citation === null ? null : (
          <span class="muted">
            <Theirs text={obligation.citation} />
          </span>
        )}
        <span class="muted">
          {obligation.period === null ? 'since ' : `for ${obligation.period}, since `}
          <Time at={obligation.since} />
        </span>
      </div>
      {obligation.evidence.length === 0 ? null : (
        <ul class="stack small" aria-label="Evidence">
          {obligation.evidence.map((one) => (
            <Evidence key={one.observationId} evidence={one} />
          ))}
        </ul>
      )}
      <Reading obligation={obligation} />
    </article>
  </li>
);

const Regime = ({ regime }: { readonly regime: RegimeView }): VNode => (
  <section class="card">
    <div class="card-head">
      <h2>
        <Theirs text={regime.name} />
      </h2>
      {regime.statement === null ? null : (
        <p class="small muted">
          <Theirs text={regime.statement} />
        </p>
      )}
    </div>
    {regime.obligations.length === 0 ? (
      <Empty of="verdicts" isPart next={[{ href: '/sources', name: 'See which sources are read' }]}>
        No verdict yet: obligations are judged once a day, and when a source changes.
      </Empty>
    ) : (
      <ol class="stories">
        {regime.obligations.map((obligation) => (
          <Obligation key={obligation.id} obligation={obligation} />
        ))}
      </ol>
    )}
  </section>
);

interface Props {
  readonly view: ObligationsView;
  readonly frame: Frame;
  readonly itemId: string;
}

const ObligationsPage = ({ view, frame, itemId }: Props): VNode => (
  <Layout title={`Obligations of ${view.token.symbol}`} frame={frame}>
    <div class="head">
      <p class="crumbs">
        <a href="/watchlist">Watchlist</a>
        <span>/</span>
        <a href={`/watchlist/${itemId}`}>
          <Theirs text={view.token.symbol} />
        </a>
      </p>
      <h1>
        What rules require of <Theirs text={view.name} />
      </h1>
      <p>
        Each <Term of="duties">verdict</Term> states what published evidence shows, and which sources were searched. It
        is our reading of the rule
        {view.rulesVersion === null ? null : ` (${view.rulesVersion})`}, and no legal opinion. “Not checked” is no
        finding.
      </p>
      <div class="row small">
        <Token {...view.token} />
        {view.counts.map((state) => (
          <State key={state.word} {...state} />
        ))}
      </div>
    </div>
    <div class="stack">
      {view.regimes.length === 0 ? (
        <Empty of="obligations" next={[{ href: `/watchlist/${itemId}`, name: 'See what is read of this token' }]}>
          No obligation is judged for this token. That begins on the day after the operator declares a regime for it, or
          a register names the token itself.
        </Empty>
      ) : (
        view.regimes.map((regime) => <Regime key={regime.name} regime={regime} />)
      )}
    </div>
  </Layout>
);

export const obligationsPage = (view: ObligationsView, frame: Frame, itemId: string): Buffer =>
  documentOf(<ObligationsPage view={view} frame={frame} itemId={itemId} />);
