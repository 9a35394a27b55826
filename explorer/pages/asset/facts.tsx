import type { VNode } from 'preact';
import { Copied } from '../../parts/copied.tsx';
import { Empty } from '../../parts/empty.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { SourcedFacts } from '../../parts/sourced-facts.tsx';
import { SourceLink } from '../../parts/source-link.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import type { AssetView } from '../../readers/asset/view.ts';

interface Props {
  readonly view: AssetView;
}

const unknownNow = <span class="muted">Not readable now. Load the page again in a few seconds.</span>;

/** Who issues the token: each value with its source and its day. */
export const IssuerFacts = ({ view: { issuer, issuerPath, issuerFacts, websiteUrl, whitepaperUrl } }: Props): VNode => (
  <section class="card">
    <h2>Issuer</h2>
    {issuer === null ? (
      <p class="pad small muted">No issuer is declared.</p>
    ) : (
      <>
        <p class="pad">
          <a href={issuerPath ?? '/'}>
            <Theirs text={issuer.name} />
          </a>
          {issuer.description === '' ? null : (
            <span class="small muted">
              {' '}
              <Theirs text={issuer.description} />
            </span>
          )}
        </p>
        <SourcedFacts facts={issuerFacts} />
      </>
    )}
    <Facts
      facts={[
        ...(issuer === null ? [] : [{ name: 'DID', value: <Copied text={issuer.did} what="issuer DID" /> }]),
        ...(websiteUrl === null ? [] : [{ name: 'Website', value: <SourceLink url={websiteUrl} name="Website" /> }]),
        ...(whitepaperUrl === null
          ? []
          : [{ name: 'White paper', value: <SourceLink url={whitepaperUrl} name="White paper" /> }]),
      ]}
    />
  </section>
);

const listed = (name: string, ids: readonly string[]): readonly Fact[] =>
  ids.length === 0 ? [] : [{ name, value: ids.map((id) => <Copied key={id} text={id} what={`${name} ${id}`} />) }];

const declaredFacts = ({ identifiers }: AssetView): readonly Fact[] => {
  if (identifiers === null) return [{ name: 'DTI, ISIN', value: unknownNow }];
  const { dti, ffg, isin } = identifiers;
  const found = [...listed('DTI', dti), ...listed('Group DTI', ffg), ...listed('ISIN', isin)];
  return found.length === 0 ? [{ name: 'DTI, ISIN', value: <span class="muted">none declared</span> }] : found;
};

/** What the token is called elsewhere. */
export const IdentifierFacts = ({ view }: Props): VNode => (
  <section class="card">
    <h2>Identifiers</h2>
    <Facts
      facts={[
        { name: 'CAIP-19', value: <Copied text={view.caip19} what="CAIP-19 id" /> },
        ...declaredFacts(view),
        { name: 'Asset DID', value: <Copied text={view.did} what="asset DID" /> },
        { name: 'Decimals', value: view.decimals === null ? 'not stated' : String(view.decimals) },
        { name: 'Registered', value: <Time at={view.registeredAt} /> },
        ...(view.attestationAddress === null
          ? []
          : [{ name: 'Attestation', value: <Copied text={view.attestationAddress} what="attestation address" /> }]),
      ]}
    />
  </section>
);

/** White papers, terms, reports and pages of the issuer that are read for changes. */
export const DocumentList = ({ documents }: Pick<AssetView, 'documents'>): VNode => (
  <section class="card">
    <h2>Documents</h2>
    {documents === null ? <p class="pad small">{unknownNow}</p> : null}
    {documents?.length === 0 ? (
      <Empty
        of="asset-documents"
        isPart
        next={[{ href: '/sources#documents', name: 'See the documents that are read' }]}
      >
        No document of the issuer is read for this token.
      </Empty>
    ) : null}
    {documents === null || documents.length === 0 ? null : (
      <ul class="others">
        {documents.map(({ path, kind, host, newest }) => (
          <li key={path}>
            <span class="row between">
              <a href={path}>{kind}</a>
              <State {...newest.state} />
            </span>
            <span class="muted">
              <Theirs text={host} />, last checked <Time at={newest.at} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);
