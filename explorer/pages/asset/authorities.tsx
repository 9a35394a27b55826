import type { VNode } from 'preact';
import { Control } from '../../parts/control.tsx';
import { Copied } from '../../parts/copied.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ExplorerLink } from '../../parts/explorer-link.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import type { AuthorityLabel } from '../../labels/authorities.ts';
import type { AuthorityView, ProofView } from '../../readers/asset/authority-view.ts';
import type { AssetView } from '../../readers/asset/view.ts';

const Proof = ({ proof }: { readonly proof: ProofView }): VNode => (
  <p>
    <span class={counts(proof) ? 'ok' : 'row small'}>
      <Icon name={counts(proof) ? 'check' : 'note'} size={13} />
      {proof.lapsed === null ? (
        <Theirs text={proof.text} />
      ) : (
        <s>
          <Theirs text={proof.text} />
        </s>
      )}
    </span>
    <br />
    <span class="muted">
      <Time at={proof.at} />
      {proof.isProof ? ', checked by ' : ', recorded by '}
      <Theirs text={proof.verifiedBy} />
    </span>
    {proof.lapsed === null ? null : (
      <span class="bad small">
        {' '}
        No longer counts: <Theirs text={proof.lapsed} />
      </span>
    )}
  </p>
);

const counts = ({ isProof, lapsed }: ProofView): boolean => isProof && lapsed === null;

const Row = ({ authority }: { readonly authority: AuthorityView }): VNode => (
  <tr>
    <th scope="row">
      <Theirs text={authority.name} />
      <br />
      <span class="muted">
        <Theirs text={[authority.power, authority.account].filter((text) => text !== '').join('; ')} />
      </span>
    </th>
    <td data-label="Wallet">
      <Copied text={authority.address} what="wallet address" />{' '}
      <ExplorerLink link={authority.explorer} of={authority.name} />{' '}
      <span class="muted">
        {authority.observedAt === null ? (
          'not seen on chain'
        ) : (
          <>
            {authority.isRead ? 'seen on chain' : 'stated for'} <Time at={authority.observedAt} />
          </>
        )}
      </span>
      {authority.signers.length === 0 ? null : (
        <details>
          <summary>Signers</summary>
          {authority.signers.map((signer) => (
            <Copied key={signer} text={signer} what="signer" />
          ))}
        </details>
      )}
    </td>
    <td data-label="Proof">
      {authority.proofs.length === 0 ? <span class="muted">No proof of control</span> : null}
      {authority.proofs.map((proof) => (
        <Proof key={`${proof.text} ${proof.at}`} proof={proof} />
      ))}
    </td>
  </tr>
);

/** The code gives the power to an account: that none was found is no proof that none exists. */
const NotKnown = ({ authority: { name, power } }: { readonly authority: AuthorityLabel }): VNode => (
  <tr>
    <th scope="row">
      <Theirs text={name} />
      <br />
      <span class="muted">
        <Theirs text={power} />
      </span>
    </th>
    <td data-label="Wallet">
      <b>Account not found.</b> <span class="muted">The code gives this to an account; which one was not read.</span>
    </td>
    <td data-label="Proof">
      <span class="muted">No proof of control</span>
    </td>
  </tr>
);

interface Props {
  readonly view: Pick<AssetView, 'authorities' | 'chain' | 'control' | 'endedProofs' | 'holdersNotKnown' | 'symbol'>;
}

/** Who can mint, freeze or upgrade the token, with the proof that each controls its wallet. */
export const Authorities = ({
  view: { authorities, endedProofs, control, holdersNotKnown, symbol, chain },
}: Props): VNode => (
  <section class="card">
    <h2>Who controls it</h2>
    {control === null ? null : <Control graph={control} of={`${symbol} on ${chain}`} />}
    {authorities.length + holdersNotKnown.length === 0 ? (
      <Empty of="authorities" isPart next={[{ href: '/sources#chains', name: 'See which chains are read' }]}>
        No authority was observed. Who can mint, freeze or upgrade this token is not known here.
      </Empty>
    ) : (
      <Scrolled label="Authorities">
        <table>
          <caption class="hidden">Authorities over the token, each with its proof</caption>
          <thead>
            <tr>
              <th scope="col">Authority</th>
              <th scope="col">Wallet</th>
              <th scope="col">Proof</th>
            </tr>
          </thead>
          <tbody>
            {authorities.map((authority) => (
              <Row key={authority.id} authority={authority} />
            ))}
            {holdersNotKnown.map((authority) => (
              <NotKnown key={authority.name} authority={authority} />
            ))}
          </tbody>
        </table>
      </Scrolled>
    )}
    {endedProofs.length === 0 ? null : (
      <div class="pad">
        <h3>Proofs that no longer count</h3>
        {endedProofs.map((proof) => (
          <Proof key={`${proof.text} ${proof.at}`} proof={proof} />
        ))}
      </div>
    )}
  </section>
);
