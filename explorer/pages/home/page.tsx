import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Coin } from '../../parts/coin.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Search } from '../../parts/search.tsx';
import { Time } from '../../parts/time.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../words/dates.ts';
import type { HomeView, TokenCard } from './view.ts';

const Card = ({ card }: { readonly card: TokenCard }): VNode => (
  <li class="card">
    <Coin symbol={card.symbol} />
    <div>
      <h3>{card.name}</h3>
      <p class="small muted">{card.issuer}</p>
    </div>
    <div class="row">
      {card.chains.map(({ name, path }) => (
        <a key={path} class="tag" href={path} aria-label={`${card.symbol} on ${name}`}>
          <Icon name="shield" size={12} />
          {name}
        </a>
      ))}
    </div>
  </li>
);

const Numbers = ({ view: { numbers, newestFile } }: { readonly view: HomeView }): VNode => (
  <p class="row dots small muted">
    <span>{counted(numbers.tokens, 'verified token')}</span>
    <span>{counted(numbers.issuers, 'issuer')}</span>
    <span>{counted(numbers.deployments, 'deployment')}</span>
    <span>{counted(numbers.chains, 'chain')}</span>
    <span>
      {newestFile === null ? (
        'no file was read from a source'
      ) : (
        <>
          newest file read: <Time at={newestFile} />
        </>
      )}
    </span>
  </p>
);

/** Never "safe" and never "unsafe": the registry knows what was verified, and nothing of anything else. */
const NoHit = ({ searched }: { readonly searched: string }): VNode => (
  <section class="card pad" aria-label="Result">
    <h2>Not in this registry</h2>
    <p>
      Nothing public matches “{searched}”. The registry states what was verified; of a token that it does not have, it
      states nothing, good or bad.
    </p>
    <p class="small muted">
      It finds addresses in any case, CAIP-19 ids, tickers, issuers by the beginnings of their words, LEIs and DTIs.{' '}
      <a href="/">Show every verified token</a>
    </p>
  </section>
);

const HomePage = ({ view, frame }: { readonly view: HomeView; readonly frame: Frame }): VNode => {
  const { searched, cards, more } = view;
  return (
    <Layout title={searched === null ? 'Verified assets' : `Search: ${searched}`} frame={frame} hasSearch>
      <div class="hero">
        <h1>Who stands behind a token, shown with its proof.</h1>
        <Search text={searched ?? ''} size={18} />
        <Numbers view={view} />
      </div>
      <div class="stack">
        {searched !== null && cards.length === 0 ? (
          <NoHit searched={searched} />
        ) : (
          <>
            <h2>{searched === null ? 'Verified tokens' : `${counted(cards.length + more, 'token')} found`}</h2>
            {cards.length === 0 ? (
              <p class="muted">
                No verified token yet. The operator declares tokens with <code>attestry registry import</code>.
              </p>
            ) : (
              <ul class="shelf">
                {cards.map((card) => (
                  <Card key={card.chains[0]?.path} card={card} />
                ))}
              </ul>
            )}
            {more === 0 ? null : <p class="muted">{counted(more, 'more token')}: search to find them.</p>}
          </>
        )}
      </div>
    </Layout>
  );
};

export const homePage = (view: HomeView, frame: Frame): Buffer => documentOf(<HomePage view={view} frame={frame} />);
