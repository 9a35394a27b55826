import { ApiError } from '../../../../api/errors.ts';
import type { Answer } from '../../../../api/route/answer.ts';
import { assetVersions, entriesOf, partyVersions } from '../../../../api/readmodel/registry/history.ts';
import type { RegistryKind } from '../../../../api/readmodel/registry/port.ts';
import { issuerOf } from '../../../../schemas/facts/issuer-of.ts';
import type { RegistryAsset, RegistryParty } from '../../../../schemas/generated/records.ts';
import type { ExplorerDependencies } from '../../../dependencies.ts';
import { dayOf } from '../../../labels/dates.ts';
import { chainName } from '../../../labels/chains.ts';
import { pageAnswer, type PageRequest, type PageRoute, readerOf } from '../../../page-route.ts';
import { documentKind } from '../../../readers/documents/document-labels.ts';
import { standardName } from '../../../labels/standards.ts';
import { wordOf } from '../../../labels/words.ts';
import type { Fact } from '../../../parts/facts.tsx';
import { coverageView } from '../../../readers/coverage/coverage-view.ts';
import { ifReachable } from '../../../readers/if-reachable.ts';
import { decisionOf, editOf, itemFields } from './item-form.ts';
import { itemPage, type ItemPageProps } from './item-page.tsx';

/** The declaration of an asset or a party: as a form, with decisions and history. */
export function itemRoutes({
  coverage,
  declarations,
  tables,
}: Pick<ExplorerDependencies, 'coverage' | 'declarations' | 'tables'>): readonly PageRoute[] {
  const scopes = ['operator'] as const;

  const read = async (kind: RegistryKind, id: string): Promise<Omit<ItemPageProps, 'done' | 'frame'>> => {
    if (kind === 'assets') {
      const versions = await assetVersions(tables, id);
      const [newest] = versions;
      if (newest === undefined) throw new ApiError('not_found', 'No such asset');
      const { declaration } = newest;
      const party = issuerOf(declaration);
      const covered = (await ifReachable(coverage.of([id])))?.get(id);
      const issuer = party === null ? null : ((await partyVersions(tables, party))[0]?.declaration ?? null);
      return {
        kind,
        id,
        declared: { ...declaration },
        history: entriesOf(versions),
        facts: assetFacts(declaration, issuer),
        decisions: decisionsOf(declaration),
        coverage: covered === undefined ? null : coverageView(covered, 'operator'),
      };
    }
    const versions = await partyVersions(tables, id);
    const [newest] = versions;
    if (newest === undefined) throw new ApiError('not_found', 'No such party');
    const { declaration } = newest;
    const facts = partyFacts(declaration);
    return {
      kind,
      id,
      declared: { ...declaration },
      history: entriesOf(versions),
      facts,
      decisions: [],
      coverage: null,
    };
  };

  const show = async (kind: RegistryKind, { frame, params }: PageRequest, done?: string): Promise<Answer> =>
    pageAnswer(itemPage({ ...(await read(kind, idOf(params))), frame, done }));

  const change = async (kind: RegistryKind, request: PageRequest): Promise<Answer> => {
    const { form, params, leavePlace } = request;
    const id = idOf(params);
    const isEdit = form.get('form') === 'edit';
    const { declared } = await read(kind, id);
    const result = isEdit
      ? await declarations.edit(editOf(form, { kind, id, declared }), leavePlace)
      : await declarations.decide(decisionOf(form, { kind, id, keyId: readerOf(request).principal.keyId }), leavePlace);
    if ('refused' in result) throw new ApiError('form_refused', result.refused);
    const { behind } = result.applied;
    const what = isEdit ? 'Declared.' : 'Recorded.';
    return show(kind, request, behind === null ? what : `${what} It is not served yet: ${behind}.`);
  };

  return (['assets', 'parties'] as const).flatMap((kind): readonly PageRoute[] => {
    const name = kind === 'assets' ? 'Asset' : 'Party';
    const shared = { path: `/operator/registry/${kind}/:id`, scopes } as const;
    return [
      { ...shared, name: `operator${name}`, method: 'GET', handle: (request) => show(kind, request) },
      {
        ...shared,
        name: `operator${name}Change`,
        method: 'POST',
        fields: itemFields[kind],
        again: (request) => show(kind, request),
        handle: (request) => change(kind, request),
      },
    ];
  });
}

const idOf = (params: PageRequest['params']): string => (params['id'] ?? '').toLowerCase();

function assetFacts(asset: RegistryAsset, issuer: RegistryParty | null): readonly Fact[] {
  const issuerId = issuerOf(asset);
  const isPublic = asset.status === 'active' && asset.issuerId !== null && issuer?.kyi.status === 'verified';
  const how = asset.issuerId === null ? 'named, not linked' : 'linked';
  return [
    { name: 'Chain', value: chainName(asset.chain) },
    { name: 'Address', value: asset.address },
    { name: 'Standard', value: standardName(asset.standard) },
    { name: 'DID', value: asset.did },
    { name: 'Slug', value: asset.slug },
    { name: 'Status', value: wordOf('assetStatus', asset.status) },
    { name: 'Issuer', value: issuerId === null ? 'not named' : `${issuer?.name ?? issuerId}, ${how}` },
    { name: 'KYI of the issuer', value: issuer === null ? 'none' : wordOf('kyiStatus', issuer.kyi.status) },
    { name: 'Public', value: isPublic ? 'yes' : 'no' },
    {
      name: 'Sources',
      value: asset.sources.map(({ kind, url }) => `${documentKind(kind)}: ${url}`).join(', ') || 'none',
    },
  ];
}

const partyFacts = ({ did, kind, kyi, kyb, wallets, isins }: RegistryParty): readonly Fact[] => [
  { name: 'DID', value: did },
  { name: 'Kind', value: wordOf('partyKind', kind) },
  { name: 'KYI', value: `${wordOf('kyiStatus', kyi.status)}${kyi.at === null ? '' : ` since ${dayOf(kyi.at)}`}` },
  { name: 'KYB', value: kyb.verified ? 'Verified' : 'Not verified' },
  { name: 'Wallets', value: wallets.join(', ') || 'none' },
  { name: 'ISINs', value: isins.join(', ') || 'none' },
];

function decisionsOf(asset: RegistryAsset): ItemPageProps['decisions'] {
  if (asset.status === 'withdrawn') return [['restore', 'Restore the token']];
  const linking: ItemPageProps['decisions'] =
    asset.issuerId === null
      ? issuerOf(asset) === null
        ? []
        : [['link', 'Link the issuer']]
      : [['unlink', 'Unlink the issuer']];
  return [...linking, ['withdraw', 'Withdraw the token']];
}
