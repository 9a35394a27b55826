import type { VNode } from 'preact';
import { Empty } from '../../parts/empty.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import type { ChainRow } from '../../readers/chains/chains.ts';

const Row = ({ row }: { readonly row: ChainRow }): VNode => (
  <tr>
    <th scope="row">{row.name}</th>
    <td data-label="State">
      <State {...row.state} />
    </td>
    <td data-label="Tokens read" class="num">{`${row.read} of ${row.tokens}`}</td>
    <td data-label="Not found or not readable" class="num">
      {row.failed === 0 ? 'none' : row.failed}
    </td>
    <td data-label="Newest reading">{row.newest === null ? <span class="muted">–</span> : <Time at={row.newest} />}</td>
  </tr>
);

/** Chains that tokens are registered on, whether or not a node of theirs is asked. */
export const Chains = ({ chains }: { readonly chains: readonly ChainRow[] }): VNode => (
  <section class="card" id="chains">
    <div class="card-head">
      <h2>Chains</h2>
      <p class="small muted">
        Nodes of a chain state supply, code and who controls a token. A chain is read once the operator sets nodes for
        it; until then nothing is claimed from it.
      </p>
    </div>
    {chains.length === 0 ? (
      <Empty of="chains" isPart next={[{ href: '/', name: 'Search the registry' }]}>
        No token is registered yet. The operator declares tokens with <code>attestry registry import</code>.
      </Empty>
    ) : (
      <Scrolled label="Chains">
        <table>
          <caption class="hidden">Chains with what was read of their tokens</caption>
          <thead>
            <tr>
              <th scope="col">Chain</th>
              <th scope="col">State</th>
              <th scope="col" class="num">
                Tokens read
              </th>
              <th scope="col" class="num">
                Not found or not readable
              </th>
              <th scope="col">Newest reading</th>
            </tr>
          </thead>
          <tbody>
            {chains.map((row) => (
              <Row key={row.name} row={row} />
            ))}
          </tbody>
        </table>
      </Scrolled>
    )}
  </section>
);
