import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Coin } from '../../parts/coin.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Meant, NoToken, Search } from '../../parts/search.tsx';
import { SharedSymbol } from '../../parts/shared-symbol.tsx';
import { Time } from '../../parts/time.tsx';
import { Worst } from '../../parts/worst.tsx';
import type { WorstPart } from '../../readers/standing/standing-view.ts';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import type { HomeSearch, HomeView, TokenCard } from './view.ts';
import { FrontParts, type Front } from './front.tsx';

interface DeploymentProps extends Omit<TokenCard['chains'][number], 'assetId'> {
  readonly symbol: string;
}

/** The short address where a token may be taken for another; no link for one that is not verified. */
const Deployment = ({ symbol, name, path, address }: DeploymentProps): VNode => {
  const text = (
    <>
      <Icon name="chain" size={12} />
      <span class="hidden">
        <Theirs text={symbol} /> on{' '}
      </span>
      {address === null ? name : `${name} ${address}`}
    </>
  );
  return path === null ? (
    <span class="tag">{text}</span>
  ) : (
    <a class="tag" href={path}>
      {text}
    </a>
  );
};

const Card = ({ card, worst }: { readonly card: TokenCard; readonly worst: WorstPart | undefined }): VNode => (
  <li class="card">
    <Coin symbol={card.symbol} />
    <div>
      <h3>
        <Theirs text={card.name} />
      </h3>
      <p class="small muted">
        <Theirs text={card.issuer} />
      </p>
      {card.chains.some(({ path }) => path === null) ? (
        <p class="small">Its issuer is not verified.</p>
      ) : worst === undefined ? null : (
        <Worst {...worst} />
      )}
      <SharedSymbol symbol={card.symbol} issuers={card.issuers} />
    </div>
    <div class="row">
      {card.chains.map((chain) => (
        <Deployment key={chain.assetId} symbol={card.symbol} {...chain} />
      ))}
      {card.more === null ? null : <a href={card.more.path}>and {counted(card.more.count, 'more deployment')}</a>}
    </div>
  </li>
);

/** One old list is not hidden behind a new register. */
const Files = ({ files }: Pick<HomeView, 'files'>): VNode => {
  if (files === 'unknown') return <>the dates of files cannot be read now</>;
  if (files === null) return <>no file was read from a source</>;
  return (
    <a href="/sources">
      newest file read: <Time at={files.newest} />
      {files.oldest === files.newest ? null : (
        <>
          , oldest list: <Time at={files.oldest} />
        </>
      )}
    </a>
  );
};

const Numbers = ({ view: { numbers, files } }: { readonly view: HomeView }): VNode => (
  <p class="row dots small muted">
    <span>{counted(numbers.tokens, 'verified token')}</span>
    <span>{counted(numbers.issuers, 'issuer')}</span>
    <span>{counted(numbers.deployments, 'deployment')}</span>
    <span>{counted(numbers.chains, 'chain')}</span>
    <span>
      <Files files={files} />
    </span>
  </p>
);

/**
 * Never "safe" and never "unsafe": the registry knows what was verified, and nothing of anything else. Only an identifier names
 * one token, so only of it can the page state that the registry does not have it.
 */
const NoHit = ({ search }: { readonly search: HomeSearch }): VNode => (
  <section class="stack" aria-label="Result">
    <h2>{search.isIdentifier ? 'Not in this registry' : 'No token found'}</h2>
    <Empty of="search" next={[{ href: '/', name: 'See every verified token' }]}>
      {search.isIdentifier ? (
        <>
          No token here has the identifier in “<Theirs text={search.text} />
          ”. The registry states what was verified; of a token that it does not have, it states nothing, good or bad.
        </>
      ) : (
        <>
          <NoToken text={search.text} />
          <Meant texts={search.didYouMean} pathOf={(text) => `/?q=${encodeURIComponent(text)}`} /> The search finds
          addresses, URLs of block explorers, CAIP-19 ids, LEIs, DTIs and ISINs, and the beginnings of words of tickers,
          names and issuers.
        </>
      )}
    </Empty>
  </section>
);

interface Props {
  readonly view: HomeView;
  /** Null for a search. */
  readonly front: Front | null;
  readonly frame: Frame;
}

const Tokens = ({ view: { search, cards, worst, more } }: Pick<Props, 'view'>): VNode => (
  <section class="stack" aria-label="Tokens">
    <h2>{search === null ? 'Verified tokens' : `${counted(cards.length + more, 'token')} found`}</h2>
    {cards.length === 0 ? (
      <Empty of="tokens" next={[{ href: '/sources', name: 'See which sources are read' }]}>
        No verified token yet. The operator declares tokens with <code>attestry registry import</code>; a token is
        listed once its issuer is verified.
      </Empty>
    ) : (
      <ul class="shelf">
        {cards.map((card, index) => (
          <Card key={card.chains[0]?.assetId} card={card} worst={worst[index]} />
        ))}
      </ul>
    )}
    {more === 0 ? null : search === null ? (
      <p>
        <a href="/tokens">See all {counted(cards.length + more, 'token')}</a>
      </p>
    ) : (
      <p class="muted">{counted(more, 'more token')}: search to find them.</p>
    )}
  </section>
);

const HomePage = ({ view, front, frame }: Props): VNode => {
  const { search, cards } = view;
  return (
    <Layout
      title={search === null ? 'Verified assets' : `Search: ${search.text}`}
      frame={frame}
      hasSearch
      {...(search === null ? {} : { isIndexed: false })}
    >
      <div class="hero">
        <h1>Who stands behind a token, who controls it, and what changed.</h1>
        {search === null ? (
          <p class="lead">
            Attestry verifies issuers and the wallets that control their tokens. It watches registers, sanctions lists,
            chains and issuers' documents, states what a change means for a holder, and shows the source bytes behind
            each statement.
          </p>
        ) : null}
        <Search text={search?.text ?? ''} size={18} />
        <Numbers view={view} />
      </div>
      <div class="stack home">
        {front === null ? null : <FrontParts front={front} />}
        {search !== null && cards.length === 0 ? <NoHit search={search} /> : <Tokens view={view} />}
      </div>
    </Layout>
  );
};

export const homePage = (view: HomeView, front: Front | null, frame: Frame): Buffer =>
  documentOf(<HomePage view={view} front={front} frame={frame} />);
