import type { VNode } from 'preact';
import { signInPath } from '../../labels/next-path.ts';
import { publicChangePath } from '../../labels/public-change-path.ts';
import type { Frame } from '../../page-route.ts';
import { Icon } from '../../parts/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Passing } from '../../parts/passing.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';
import { changePath } from '../../readers/changes/change-view.ts';
import { documentOf } from '../../render.ts';
import type { ListedMatch } from '../../readers/changes/listed-match.ts';
import type { Around } from './around.ts';
import { Neighbours } from './beside.tsx';
import { Chain } from './chain.tsx';
import { Listed } from './listed.tsx';
import { Marks, Meaning, Passages } from './page.tsx';
import type { Rests } from './rests.ts';
import { Turn } from './turn.tsx';

interface Props extends Rests {
  /** What a change of a sanctions list is about; null for other changes. */
  readonly match: ListedMatch | null;
  readonly around: Pick<Around, 'earlier' | 'later'>;
  /** Anybody gets the file of its evidence. */
  readonly hasFile: boolean;
  readonly tokenPath: string;
  readonly canonical: string;
  readonly caip19: string;
  /** Milliseconds. */
  readonly at: number;
}

const Head = ({ view, tokenPath, canonical }: Props): VNode => (
  <div class="head">
    <p class="crumbs">
      <a href={tokenPath}>
        <Theirs text={`${view.token.symbol} on ${view.token.chain}`} />
      </a>
      <span>/</span>
      <Time at={view.at} exact />
    </p>
    <h1>
      <Theirs text={view.headline} />
    </h1>
    <Marks view={view} />
    <Passing url={canonical} />
  </div>
);

const HowKnown = ({ view, chain, frame, hasFile, tokenPath }: Props & { readonly frame: Frame }): VNode => (
  <section class="card">
    <div class="card-head">
      <h2>How it is known</h2>
      <p class="small muted">As it is recorded. The change can be computed again from it.</p>
    </div>
    <Chain view={view} chain={chain} pathOf={(id) => publicChangePath(tokenPath, id)} />
    <div class="pad row">
      <a class="btn main" href={`${view.path}/evidence`}>
        <Icon name="seal" />
        Compute it again now
      </a>
      {hasFile ? (
        <a class="btn" href={`${view.path}/bundle.json`} download>
          <Icon name="down" />
          Evidence in one file
        </a>
      ) : (
        <span class="small muted">Key holders get the evidence in one file: not all of it is public.</span>
      )}
      {frame.signedIn === null ? (
        <a class="btn quiet" href={signInPath(changePath(view.id))}>
          Sign in to follow this token
        </a>
      ) : null}
    </div>
  </section>
);

const PublicChangePage = (props: Props & { readonly frame: Frame }): VNode => {
  const { view, frame, canonical, tokenPath, caip19, at, around, match } = props;
  return (
    <Layout
      title={`${view.token.symbol} on ${view.token.chain}: ${view.headline}`}
      frame={frame}
      canonical={canonical}
      description={view.gist}
      atom={`${tokenPath}/changes.atom`}
      paper={{ what: [`${view.id}, revision ${view.revision}`, caip19], url: canonical, at }}
    >
      <Head {...props} />
      <div class="stack">
        <Turn view={view} />
        <Listed match={match} />
        <Meaning view={view} />
        <Passages view={view} />
        <HowKnown {...props} />
        <Neighbours around={around} />
      </div>
    </Layout>
  );
};

export const publicChangePage = (props: Props, frame: Frame): Buffer =>
  documentOf(<PublicChangePage {...props} frame={frame} />);
