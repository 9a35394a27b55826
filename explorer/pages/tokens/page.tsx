import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { counted } from '../../labels/dates.ts';
import { Empty } from '../../parts/empty.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { SharedSymbol } from '../../parts/shared-symbol.tsx';
import { Term } from '../../parts/term.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Worst } from '../../parts/worst.tsx';
import { documentOf } from '../../render.ts';
import { standingNames, type TokensView, type TokensWanted } from './view.ts';

const standings = { adverse: 'Adverse', open: 'Open', good: 'Good' } as const;

/** The same list with other values. */
function pathOf({ chain, standing, page }: TokensWanted): string {
  const query = new URLSearchParams({
    ...(chain === null ? {} : { chain }),
    ...(standing === null ? {} : { standing }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return query.size === 0 ? '/tokens' : `/tokens?${query.toString()}`;
}

const Filters = ({ view: { chains, wanted } }: { readonly view: TokensView }): VNode => (
  <form class="card pad row" action="/tokens" method="get" aria-label="Narrow the list">
    <label>
      Chain{' '}
      <select name="chain" class="field">
        <option value="">every chain</option>
        {chains.map(({ slug, name }) => (
          <option key={slug} value={slug} selected={slug === wanted.chain}>
            {name}
          </option>
        ))}
      </select>
    </label>
    <label>
      Now{' '}
      <select name="standing" class="field">
        <option value="">any</option>
        {(Object.keys(standingNames) as (keyof typeof standingNames)[]).map((name) => (
          <option key={name} value={name} selected={name === wanted.standing}>
            {standings[name]}
          </option>
        ))}
      </select>
    </label>
    <button class="btn" type="submit">
      Show
    </button>
  </form>
);

const Table = ({ view }: { readonly view: TokensView }): VNode => (
  <Scrolled label="Tokens" of="card">
    <table>
      <caption class="hidden">Verified tokens, by issuer and name</caption>
      <thead>
        <tr>
          <th scope="col">Token</th>
          <th scope="col">Chain</th>
          <th scope="col">Issuer</th>
          <th scope="col">
            <Term of="now">Now</Term>
          </th>
        </tr>
      </thead>
      <tbody>
        {view.rows.map((row) => (
          <tr key={row.assetId}>
            <th scope="row">
              <a href={row.path}>
                <Theirs text={row.symbol} /> · <Theirs text={row.name} />
                <span class="hidden"> on {row.chain}</span>
              </a>
              <SharedSymbol symbol={row.symbol} issuers={row.issuers} />
            </th>
            <td data-label="Chain">
              {row.chain} <span class="hash nowrap">{row.address}</span>
            </td>
            <td data-label="Issuer">
              <Theirs text={row.issuer} />
            </td>
            <td data-label="Now">
              <Worst tone={row.tone} text={row.text} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scrolled>
);

/** Of the conditions that the reader chose alone. A chain of the list has a token. */
function whyEmpty({ chain, standing }: TokensWanted): string {
  if (standing === null) return 'No verified token yet: a token is listed once its issuer is verified.';
  return `No verified token is ${chain === null ? '' : 'on this chain '}in this state. The search finds every verified token.`;
}

const Pages = ({ wanted, pages }: Pick<TokensView, 'pages' | 'wanted'>): VNode => (
  <nav class="row" aria-label="Pages of the list">
    {wanted.page > 1 ? (
      <a class="btn" rel="prev" href={pathOf({ ...wanted, page: wanted.page - 1 })}>
        Page before
      </a>
    ) : null}
    {wanted.page < pages ? (
      <a class="btn" rel="next" href={pathOf({ ...wanted, page: wanted.page + 1 })}>
        Next page
      </a>
    ) : null}
  </nav>
);

const TokensPage = ({ view, frame }: { readonly view: TokensView; readonly frame: Frame }): VNode => {
  const { wanted, pages } = view;
  return (
    <Layout title="Verified tokens" frame={frame}>
      <div class="head">
        <p class="crumbs">
          <a href="/">Verified assets</a>
          <span>/</span>
          <span>Tokens</span>
        </p>
        <h1>Verified tokens</h1>
        <p>
          {counted(view.total, 'deployment')}, by issuer and name. Page {wanted.page} of {pages}.
        </p>
      </div>
      <div class="stack">
        <Filters view={view} />
        {view.rows.length === 0 ? (
          <Empty of="tokens-none" next={[{ href: '/', name: 'Search for a token' }]}>
            {whyEmpty(wanted)}
          </Empty>
        ) : (
          <Table view={view} />
        )}
        {pages === 1 ? null : <Pages wanted={wanted} pages={pages} />}
      </div>
    </Layout>
  );
};

export const tokensPage = (view: TokensView, frame: Frame): Buffer =>
  documentOf(<TokensPage view={view} frame={frame} />);
