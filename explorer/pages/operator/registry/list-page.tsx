import { Fragment, type VNode } from 'preact';
import type { RegistryKind } from '../../../../api/readmodel/registry/port.ts';
import type { AssetCounts, ListedAsset, ListedParty } from '../../../../api/readmodel/registry/queries.ts';
import { type CoverageReason, coverageReasonNames } from '../../../../schemas/coverage/reasons.ts';
import { chainName } from '../../../labels/chains.ts';
import { shortAddress } from '../../../labels/short-address.ts';
import { wordOf } from '../../../labels/words.ts';
import type { Frame } from '../../../page-route.ts';
import { Empty } from '../../../parts/empty.tsx';
import { State } from '../../../parts/state.tsx';
import { Theirs } from '../../../parts/theirs.tsx';
import { Time } from '../../../parts/time.tsx';
import { documentOf } from '../../../render.ts';
import { OperatorFrame, TableCard } from '../frame.tsx';
import { itemPath } from './given-form.ts';
import { chainOptions, Options, type OptionsProps } from './import-page.tsx';

/** What the conditions find, beside what all of the registry has. */
export interface ListCounts extends AssetCounts {
  /** Tokens that key holders ask for. */
  readonly asked: number;
  /** Tokens that are read in part, and not at all. */
  readonly partial: number;
  readonly none: number;
}

interface ListPageProps {
  readonly frame: Frame;
  readonly kind: RegistryKind;
  /** Conditions of the list, as the address has them. */
  readonly query: URLSearchParams;
  readonly assets: readonly ListedAsset[];
  readonly parties: readonly ListedParty[];
  /** Null for parties. */
  readonly counts: ListCounts | null;
  /** Path of the next page; null on the last. */
  readonly next: string | null;
  /** What the last form did. */
  readonly done?: string | undefined;
}

const AssetRow = ({ asset }: { readonly asset: ListedAsset }): VNode => (
  <tr>
    <th scope="row">
      <a href={itemPath('assets', asset.id)}>
        <Theirs text={asset.symbol} />
        <span class="hidden">
          {' '}
          on {chainName(asset.chain)} {shortAddress(asset.address)}
        </span>
      </a>
    </th>
    <td data-label="Name">
      <Theirs text={asset.name} />
    </td>
    <td data-label="Chain">{chainName(asset.chain)}</td>
    <td data-label="Address">
      <span class="hash nowrap">{shortAddress(asset.address)}</span>
    </td>
    <td data-label="Issuer">
      {asset.issuerId === null ? (
        'not named'
      ) : (
        <>
          <a href={itemPath('parties', asset.issuerId)}>
            <Theirs text={asset.issuerName ?? asset.issuerId} />
          </a>
          {asset.isLinked ? '' : ', named'}
        </>
      )}
    </td>
    <td data-label="State">
      {asset.status === 'withdrawn' ? (
        <State tone="off" icon="cross" word="Withdrawn" />
      ) : asset.isPublic ? (
        <State tone="good" icon="check" word="Public" />
      ) : (
        <State tone="late" icon="clock" word="Not public" />
      )}
    </td>
    <td data-label="Declared">
      <Time at={asset.declaredAt} />
    </td>
  </tr>
);

const PartyRow = ({ party }: { readonly party: ListedParty }): VNode => (
  <tr>
    <th scope="row">
      <a href={itemPath('parties', party.id)}>
        <Theirs text={party.name} />
      </a>
    </th>
    <td data-label="LEI">{party.lei === null ? 'none' : <span class="hash">{party.lei}</span>}</td>
    <td data-label="Country">{party.country ?? 'none'}</td>
    <td data-label="KYI">{wordOf('kyiStatus', party.kyi)}</td>
    <td data-label="Tokens" class="num">
      {party.tokens}
    </td>
    <td data-label="Declared">
      <Time at={party.declaredAt} />
    </td>
  </tr>
);

/** `no_lei`: "no LEI". */
const readable = (reason: CoverageReason): string => reason.replaceAll('_', ' ').replace('lei', 'LEI');

const coverageOptions: OptionsProps['values'] = [
  ['', 'all'],
  ['full', 'every part'],
  ['partial', 'some parts'],
  ['none', 'no part'],
  ...coverageReasonNames.map((reason) => [reason, `reason: ${readable(reason)}`] as const),
];

/** A GET form, so that a list has an address. */
const Conditions = ({ kind, query }: Pick<ListPageProps, 'kind' | 'query'>): VNode => (
  <form class="card pad row" action="/operator/registry" method="get" aria-label="Conditions">
    <input type="hidden" name="kind" value={kind} />
    <label class="stack small">
      <span class="label">Name or identifier</span>
      <input class="field" name="q" dir="auto" maxLength={200} value={query.get('q') ?? ''} />
    </label>
    {kind === 'parties' ? null : (
      <>
        <label class="stack small">
          <span class="label">Issuer: LEI, id or exact name</span>
          <input class="field" name="issuer" dir="auto" maxLength={200} value={query.get('issuer') ?? ''} />
        </label>
        <Options name="chain" label="Chain" values={chainOptions('every chain')} chosen={query.get('chain') ?? ''} />
        <Options name="coverage" label="What is read" values={coverageOptions} chosen={query.get('coverage') ?? ''} />
      </>
    )}
    <Options
      name="public"
      label={kind === 'assets' ? 'Public' : 'KYI verified'}
      values={[
        ['', 'all'],
        ['true', 'yes'],
        ['false', 'no'],
      ]}
      chosen={query.get('public') ?? ''}
    />
    <button class="btn" type="submit">
      Show
    </button>
  </form>
);

/** How many tokens there are of each kind that an operator attends to, with a link to them. */
const Counts = ({ counts }: { readonly counts: ListCounts }): VNode => {
  const { all, shown, asked, partial, none } = counts;
  const links = [
    { count: all - shown, name: 'not public', href: '/operator/registry?public=false' },
    { count: asked, name: 'asked for', href: '/operator/requests' },
    { count: partial, name: 'read in part', href: '/operator/registry?coverage=partial' },
    { count: none, name: 'not read', href: '/operator/registry?coverage=none' },
  ];
  return (
    <p>
      {all} {all === 1 ? 'token' : 'tokens'}
      {links.map(({ count, name, href }) =>
        count === 0 ? null : (
          <Fragment key={name}>
            {' · '}
            <a href={href}>
              {count} {name}
            </a>
          </Fragment>
        ),
      )}
    </p>
  );
};

const isCurrent = (kind: RegistryKind, one: RegistryKind): object => (kind === one ? { 'aria-current': 'page' } : {});

const ListPage = (props: ListPageProps): VNode => {
  const { frame, kind, query, assets, parties, counts, next, done } = props;
  return (
    <OperatorFrame
      frame={frame}
      title="Registry"
      lead="Tokens and parties as they are declared. A token is public once its issuer is linked and verified."
      done={done}
    >
      <nav class="tabs" aria-label="Registry">
        <a href="/operator/registry" {...isCurrent(kind, 'assets')}>
          Tokens
        </a>
        <a href="/operator/registry?kind=parties" {...isCurrent(kind, 'parties')}>
          Parties
        </a>
        <a href="/operator/registry/add">Add a token</a>
        <a href="/operator/registry/import">Import</a>
      </nav>
      <Conditions kind={kind} query={query} />
      {counts === null ? null : <Counts counts={counts} />}
      {assets.length + parties.length === 0 ? (
        <Empty
          of="registry"
          next={[
            { href: '/operator/registry/add', name: 'Add a token' },
            { href: '/operator/registry/import', name: 'Import a list' },
          ]}
        >
          Nothing is declared that the conditions find.
        </Empty>
      ) : kind === 'assets' ? (
        <TableCard caption="Tokens" columns={['Symbol', 'Name', 'Chain', 'Address', 'Issuer', 'State', 'Declared']}>
          {assets.map((asset) => (
            <AssetRow key={asset.id} asset={asset} />
          ))}
        </TableCard>
      ) : (
        <TableCard
          caption="Parties"
          columns={['Name', 'LEI', 'Country', 'KYI', 'Tokens', 'Declared']}
          numbers={['Tokens']}
        >
          {parties.map((party) => (
            <PartyRow key={party.id} party={party} />
          ))}
        </TableCard>
      )}
      {next === null ? null : (
        <p>
          <a class="btn" href={next}>
            Next page
          </a>
        </p>
      )}
    </OperatorFrame>
  );
};

export const listPage = (props: ListPageProps): Buffer => documentOf(<ListPage {...props} />);
