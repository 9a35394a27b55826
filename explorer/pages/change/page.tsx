import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { DirectionMark } from '../../parts/direction.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Quote } from '../../parts/quote.tsx';
import { SourceLink } from '../../parts/source-link.tsx';
import { Time } from '../../parts/time.tsx';
import { Token } from '../../parts/token-tag.tsx';
import { documentOf } from '../../render.ts';
import { Chain } from './chain.tsx';
import type { ChangeView } from './view.ts';

const Head = ({ view }: { readonly view: ChangeView }): VNode => (
  <div class="head">
    <p class="crumbs">
      <a href="/changes">Changes</a>
      <span>/</span>
      <Time at={view.at} exact />
    </p>
    <h1>{view.headline}</h1>
    <div class="row">
      <DirectionMark direction={view.direction} />
      <Token {...view.token} />
      <span class="tag">{view.source}</span>
      {view.confirmed ? null : <span class="tag">Draft: not confirmed yet</span>}
    </div>
  </div>
);

const Turn = ({ view }: { readonly view: ChangeView }): VNode => (
  <section class="card pad turn" aria-label="Before and after">
    <div>
      <span class="label">{view.label}, before</span>
      <span class="value gone">{view.before ?? 'not stated'}</span>
    </div>
    <Icon name="right" size={22} />
    <div>
      <span class="label">
        From <Time at={view.at} />
      </span>
      <span class="value">{view.after ?? 'not stated'}</span>
    </div>
  </section>
);

const Says = ({ view }: { readonly view: ChangeView }): VNode => (
  <section class="card pad says" aria-label="What it means">
    <div>
      <h2>What happened</h2>
      <p>{view.what}</p>
    </div>
    <div>
      <h2>What this means for holders</h2>
      <p>{view.meaning}</p>
    </div>
    <div>
      <h2>Why it matters</h2>
      <p>{view.whyItMatters}</p>
    </div>
    <div>
      <h2>How sure</h2>
      <p>{view.reason}</p>
    </div>
  </section>
);

const Passages = ({ view }: { readonly view: ChangeView }): VNode | null =>
  view.old.quote === null && view.new.quote === null ? null : (
    <section class="card">
      <h2>What the source says</h2>
      <div class="pad stack">
        <Quote before={view.old.quote} after={view.new.quote} />
        <div class="row">
          {view.new.url === null ? null : <SourceLink url={view.new.url} name={view.source} />}
          {view.old.url === null || view.old.url === view.new.url ? null : (
            <SourceLink url={view.old.url} name="Earlier source" />
          )}
        </div>
      </div>
    </section>
  );

const ChangePage = ({ view, frame }: { readonly view: ChangeView; readonly frame: Frame }): VNode => (
  <Layout title={view.headline} frame={frame}>
    <Head view={view} />
    <div class="stack">
      <Turn view={view} />
      <Says view={view} />
      <Passages view={view} />
      <Chain view={view} />
    </div>
  </Layout>
);

export const changePage = (view: ChangeView, frame: Frame): Buffer =>
  documentOf(<ChangePage view={view} frame={frame} />);
