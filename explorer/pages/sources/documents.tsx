import type { VNode } from 'preact';
import { Empty } from '../../parts/empty.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { Token } from '../../parts/token-tag.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import type { DocumentRow } from '../../readers/documents/rows.ts';

const Row = ({ row }: { readonly row: DocumentRow }): VNode => (
  <tr>
    <th scope="row">
      <a href={row.path}>{row.kind}</a>
      <br />
      <span class="muted">
        <Theirs text={row.host} />
      </span>
    </th>
    <td data-label="State">
      <State {...row.newest.state} />
    </td>
    <td data-label="Last fetched">
      <Time at={row.newest.at} />
    </td>
    <td data-label="Tokens">
      <span class="row">
        {row.tokens.map((tag) => (
          <Token key={`${tag.symbol} ${tag.chain}`} {...tag} />
        ))}
      </span>
    </td>
  </tr>
);

/** White papers, terms, reports and pages that tokens declare. */
export const Documents = ({ documents }: { readonly documents: readonly DocumentRow[] }): VNode => (
  <section class="card" id="documents">
    <div class="card-head">
      <h2>Documents of issuers</h2>
      <p class="small muted">
        White papers, terms, reserve reports and pages. Their text is not served here, only the values that were read in
        it.
      </p>
    </div>
    {documents.length === 0 ? (
      <Empty of="documents" isPart next={[{ href: '/', name: 'Search for a token' }]}>
        None was read yet. Tokens declare addresses in the registry. The page of a token states whether the service
        fetches them, and names the addresses that its issuer publishes.
      </Empty>
    ) : (
      <Scrolled label="Documents of issuers">
        <table>
          <caption class="hidden">Documents with their newest fetch</caption>
          <thead>
            <tr>
              <th scope="col">Document</th>
              <th scope="col">State</th>
              <th scope="col">Last fetched</th>
              <th scope="col">Tokens</th>
            </tr>
          </thead>
          <tbody>
            {documents.map((row) => (
              <Row key={row.path} row={row} />
            ))}
          </tbody>
        </table>
      </Scrolled>
    )}
  </section>
);
