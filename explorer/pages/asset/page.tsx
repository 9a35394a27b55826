import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Coin } from '../../parts/coin.tsx';
import { Copied } from '../../parts/copied.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { SourceLink } from '../../parts/source-link.tsx';
import { Time } from '../../parts/time.tsx';
import { documentOf } from '../../render.ts';
import { Authorities } from './authorities.tsx';
import { ChangeList } from './changes.tsx';
import { Verdict } from './verdict-strip.tsx';
import type { AssetView, OtherChain } from './view.ts';

const Title = ({ view }: { readonly view: AssetView }): VNode => (
  <div class="head">
    <p class="crumbs">
      <a href="/">Verified assets</a>
      <span>/</span>
      <span>{view.chain}</span>
    </p>
    <div class="token">
      <Coin symbol={view.symbol} />
      <div>
        <h1>{view.name}</h1>
        <p class="row dots">
          <span>{view.symbol}</span>
          <span>{view.chain}</span>
          <span>{view.standard}</span>
          <Copied text={view.address} what="address" />
        </p>
      </div>
    </div>
  </div>
);

const Issuer = ({ view: { issuer, websiteUrl, whitepaperUrl } }: { readonly view: AssetView }): VNode => (
  <section class="card">
    <h2>Issuer</h2>
    <Facts
      facts={[
        ...(issuer === null
          ? [{ name: 'Name', value: 'No issuer is declared' }]
          : [
              { name: 'Name', value: issuer.name },
              ...(issuer.description === '' ? [] : [{ name: 'What it is', value: issuer.description }]),
              { name: 'DID', value: <Copied text={issuer.did} what="issuer DID" /> },
            ]),
        ...(websiteUrl === null ? [] : [{ name: 'Website', value: <SourceLink url={websiteUrl} name="Website" /> }]),
        ...(whitepaperUrl === null
          ? []
          : [{ name: 'White paper', value: <SourceLink url={whitepaperUrl} name="White paper" /> }]),
      ]}
    />
  </section>
);

const Identifiers = ({ view }: { readonly view: AssetView }): VNode => (
  <section class="card">
    <h2>Identifiers</h2>
    <Facts
      facts={[
        { name: 'CAIP-19', value: <Copied text={view.caip19} what="CAIP-19 id" /> },
        { name: 'Asset DID', value: <Copied text={view.did} what="asset DID" /> },
        { name: 'Decimals', value: view.decimals === null ? 'none, not fungible' : String(view.decimals) },
        { name: 'Registered', value: <Time at={view.registeredAt} /> },
        ...(view.attestationAddress === null
          ? []
          : [{ name: 'Attestation', value: <Copied text={view.attestationAddress} what="attestation address" /> }]),
        { name: 'API', value: <code>{`GET ${view.apiPath}`}</code> },
      ]}
    />
  </section>
);

const Other = ({ other }: { readonly other: OtherChain }): VNode => (
  <li>
    {other.path === null ? <span>{other.chain}</span> : <a href={other.path}>{other.chain}</a>}
    <span class={`row small ${other.standing === 'yes' ? 'ok' : 'muted'}`}>
      <Icon name={other.standing === 'yes' ? 'shield' : 'open'} size={13} />
      {other.words}
    </span>
  </li>
);

const Others = ({ others }: { readonly others: readonly OtherChain[] }): VNode => (
  <section class="card">
    <h2>Same address elsewhere</h2>
    {others.length === 0 ? (
      <p class="pad small muted">
        No other chain has a registered token at this address. A token there would carry a verdict of its own.
      </p>
    ) : (
      <ul class="others">
        {others.map((other) => (
          <Other key={other.chain} other={other} />
        ))}
      </ul>
    )}
  </section>
);

const AssetPage = ({ view, frame }: { readonly view: AssetView; readonly frame: Frame }): VNode => (
  <Layout title={`${view.name} on ${view.chain}`} frame={frame} canonical={view.canonical} atom={view.atomPath}>
    <Title view={view} />
    <div class="stack">
      <Verdict parts={view.verdict} worst={view.worst} />
      <div class="cols">
        <div class="stack">
          <Authorities authorities={view.authorities} />
          <ChangeList changes={view.changes} atomPath={view.atomPath} />
        </div>
        <div class="stack">
          <Issuer view={view} />
          <Identifiers view={view} />
          <Others others={view.others} />
        </div>
      </div>
    </div>
  </Layout>
);

export const assetPage = (view: AssetView, frame: Frame): Buffer => documentOf(<AssetPage view={view} frame={frame} />);
