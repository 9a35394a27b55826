import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { counted } from '../../labels/dates.ts';
import { Coin } from '../../parts/coin.tsx';
import { Copied } from '../../parts/copied.tsx';
import { Coverage, type CoverageView } from '../../parts/coverage.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ExplorerLink } from '../../parts/explorer-link.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { standardName } from '../../labels/standards.ts';
import { documentOf } from '../../render.ts';
import { Authorities } from './authorities.tsx';
import { ChangeList } from './changes.tsx';
import { Powers } from './powers.tsx';
import { Stated, Supply } from './stated.tsx';
import { AssetActions } from './actions.tsx';
import { DocumentList, IdentifierFacts, IssuerFacts } from './facts.tsx';
import { Verdict } from '../../parts/verdict.tsx';
import { Worst } from '../../parts/worst.tsx';
import type { OtherChain } from '../../readers/asset/other-chains.ts';
import type { AssetView } from '../../readers/asset/view.ts';

interface Props {
  readonly view: AssetView;
  /** How much of it is read; null while the tables do not answer. */
  readonly coverage: CoverageView | null;
  readonly frame: Frame;
  /** Item of the reader's watchlist; null if the token is not on it. */
  readonly watchedAs: string | null;
  /** Public tokens of the issuer, this one included. */
  readonly ofIssuer: number;
}

const Title = (props: Omit<Props, 'coverage'>): VNode => {
  const { view } = props;
  return (
    <div class="head">
      <p class="crumbs">
        <a href="/">Verified assets</a>
        <span>/</span>
        <span>{view.chain}</span>
      </p>
      <div class="token">
        <Coin symbol={view.symbol} />
        <div>
          <h1>
            <Theirs text={view.symbol} /> · <Theirs text={view.name} /> on {view.chain}
          </h1>
          <p class="row">
            <span>{standardName(view.standard)}</span>
            <Copied text={view.address} what="address" />
            <ExplorerLink link={view.explorer} of={`${view.symbol} on ${view.chain}`} />
          </p>
        </div>
        <AssetActions {...props} />
      </div>
    </div>
  );
};

const Sentence = ({ view: { sentence, asOf } }: { readonly view: AssetView }): VNode => (
  <p class="lead">
    <Theirs text={sentence.parts.join(' ')} />{' '}
    <span class="muted">
      As of <Time at={asOf} exact />.
    </span>
  </p>
);

const Other = ({ other }: { readonly other: OtherChain }): VNode => (
  <li>
    {other.path === null ? <span>{other.place}</span> : <a href={other.path}>{other.place}</a>}
    {other.tone === null ? <span class="muted">{other.text}</span> : <Worst tone={other.tone} text={other.text} />}
  </li>
);

const Others = ({
  view: { others, moreDeployments, issuerPath, areOnOtherChains },
}: {
  readonly view: AssetView;
}): VNode => (
  <section class="card">
    <h2>{areOnOtherChains ? 'On other chains' : 'Other deployments'}</h2>
    {others.length === 0 ? (
      <Empty of="other-chains" isPart next={[{ href: '/', name: 'See every verified token' }]}>
        No other chain has a registered token at this address, and its issuer declares no other deployment. A token
        there would carry a verdict of its own.
      </Empty>
    ) : (
      <ul class="others">
        {others.map((other) => (
          <Other key={other.path ?? other.place} other={other} />
        ))}
        {moreDeployments === 0 ? null : (
          <li>
            <a href={issuerPath ?? '/tokens'}>See {counted(moreDeployments, 'more deployment')}</a>
          </li>
        )}
      </ul>
    )}
  </section>
);

const AssetPage = ({ view, coverage, frame, ...rest }: Props): VNode => (
  <Layout
    title={view.sentence.title}
    frame={frame}
    canonical={view.canonical}
    atom={view.atomPath}
    description={view.sentence.parts.join(' ')}
    paper={{ what: [view.caip19], url: view.canonical, at: view.asOf }}
  >
    <Title view={view} frame={frame} {...rest} />
    <div class="stack">
      <Sentence view={view} />
      <Verdict {...view.now} />
      <div class="cols">
        <div class="stack">
          <Powers view={view} />
          <Authorities view={view} />
          <ChangeList changes={view.changes} isCut={view.isHistoryCut} path={frame.path} atomPath={view.atomPath} />
        </div>
        <div class="stack">
          <IssuerFacts view={view} />
          <Others view={view} />
          <Supply view={view} />
          <Stated view={view} />
          <IdentifierFacts view={view} />
          <DocumentList documents={view.documents} />
          <Coverage title="What is read" coverage={coverage} />
        </div>
      </div>
    </div>
  </Layout>
);

export const assetPage = (props: Props): Buffer => documentOf(<AssetPage {...props} />);
