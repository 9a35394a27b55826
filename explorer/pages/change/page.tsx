import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { DirectionMark } from '../../parts/direction.tsx';
import { Draft } from '../../parts/draft.tsx';
import { Layout, type LayoutProps } from '../../parts/layout.tsx';
import { Passing } from '../../parts/passing.tsx';
import { Quote } from '../../parts/quote.tsx';
import { SourceLink } from '../../parts/source-link.tsx';
import { Time } from '../../parts/time.tsx';
import { Token } from '../../parts/token-tag.tsx';
import { Term } from '../../parts/term.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { changesPath } from '../../labels/feed-paths.ts';
import { documentOf } from '../../render.ts';
import { severityNames } from '../../labels/severities.ts';
import { categoryName } from '../../labels/categories.ts';
import { Actions } from './actions.tsx';
import type { Around } from './around.ts';
import { Neighbours, Others, Together } from './beside.tsx';
import { Chain } from './chain.tsx';
import { confidenceWord } from './confidence.ts';
import type { ChainView } from './chain-view.ts';
import { MarkRead, type StoryNotices } from './mark-read.tsx';
import type { ListedMatch } from '../../readers/changes/listed-match.ts';
import { Listed } from './listed.tsx';
import { Turn } from './turn.tsx';
import type { ChangeView } from '../../readers/changes/change-view.ts';

const Head = ({ view, paper }: Pick<Props, 'paper' | 'view'>): VNode => (
  <div class="head">
    <p class="crumbs">
      <a href={changesPath}>Changes</a>
      <span>/</span>
      <span>{categoryName(view.category)}</span>
      <span>/</span>
      <Time at={view.at} exact />
    </p>
    <h1>
      <Theirs text={view.headline} />
    </h1>
    <Marks view={view} />
    <Passing url={paper.url} />
  </div>
);

export const Marks = ({ view }: { readonly view: ChangeView }): VNode => (
  <div class="row">
    <DirectionMark direction={view.direction} />
    <span class="tag">
      <Term of="severity">{severityNames[view.severity]}</Term>
    </span>
    <Token {...view.token} />
    {view.issuer === null ? null : (
      <span class="tag">
        <Theirs text={view.issuer} />
      </span>
    )}
    <Draft {...view} />
  </div>
);

export const Meaning = ({ view }: { readonly view: ChangeView }): VNode => (
  <section class="card pad meaning" aria-label="What it means">
    <div>
      <h2>What happened</h2>
      <p>
        <Theirs text={view.gist} />
      </p>
      {view.what === view.gist ? null : (
        <p>
          <Theirs text={view.what} />
        </p>
      )}
    </div>
    <div>
      <h2>What this means for holders</h2>
      <p>
        <Theirs text={view.meaning} />
      </p>
    </div>
    <div>
      <h2>Why it matters</h2>
      <p>
        <Theirs text={view.whyItMatters} />
      </p>
    </div>
    <div>
      <h2>
        <Term of="confidence">Confidence</Term>
      </h2>
      <p>
        <b>
          <Theirs text={confidenceWord(view)} />.
        </b>{' '}
        <Theirs text={view.reason} />
      </p>
    </div>
  </section>
);

export const Passages = ({ view }: { readonly view: ChangeView }): VNode | null =>
  view.old.quote === null && view.new.quote === null ? null : (
    <section class="card">
      <h2>What the source states</h2>
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

const HowKnown = ({ view, chain }: Pick<Props, 'chain' | 'view'>): VNode => (
  <section class="card">
    <div class="card-head">
      <h2>How it is known</h2>
      <p class="small muted">
        As it is recorded. The change can be computed again from it: here, or anywhere with one file.
      </p>
    </div>
    <Chain view={view} chain={chain} />
    <Actions view={view} />
  </section>
);

interface Props {
  readonly view: ChangeView;
  readonly chain: ChainView;
  readonly around: Around;
  /** What a change of a sanctions list is about; null for other changes. */
  readonly match: ListedMatch | null;
  readonly notices: StoryNotices;
  /** What it is and its address, for paper and for whom it is passed on to. */
  readonly paper: NonNullable<LayoutProps['paper']>;
}

/** A title names its token: it stands alone in tabs, histories and bookmarks. */
const titleOf = ({ token: { symbol, chain }, headline }: ChangeView): string =>
  chain === '' ? headline : `${symbol} on ${chain}: ${headline}`;

const ChangePage = ({
  view,
  chain,
  around,
  match,
  notices,
  paper,
  frame,
}: Props & { readonly frame: Frame }): VNode => (
  <Layout
    title={titleOf(view)}
    frame={frame}
    paper={paper}
    {...(view.token.path === null ? {} : { atom: `${view.token.path}/changes.atom` })}
  >
    <Head view={view} paper={paper} />
    <div class="stack">
      <MarkRead notices={notices} frame={frame} />
      <Turn view={view} />
      <Listed match={match} />
      <Meaning view={view} />
      <Passages view={view} />
      <HowKnown view={view} chain={chain} />
      <Together together={around.together} />
      <Others others={around.others} />
      <Neighbours around={around} />
    </div>
  </Layout>
);

export const changePage = (props: Props, frame: Frame): Buffer => documentOf(<ChangePage {...props} frame={frame} />);
