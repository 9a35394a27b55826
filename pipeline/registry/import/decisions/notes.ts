import { issuerOf } from '../../../../schemas/facts/issuer-of.ts';
import type { RegistryAsset, RegistryParty } from '../../../../schemas/generated/records.ts';
import { hasMixedScripts } from '../../../../schemas/values/mixed-scripts.ts';
import type { Output } from '../../../runtime/processor.ts';
import type { RegistrySnapshot } from '../../snapshot.ts';

/** What an operator should know of declarations that are valid: sentences, the ids of what they are about. */
export interface ImportNote {
  readonly kind:
    | 'becomes_public'
    | 'without_decimals'
    | 'issuer_without_lei'
    | 'symbol_of_another_issuer'
    | 'mixed_scripts'
    | 'profile_unknown'
    | 'without_record';
  readonly ids: readonly string[];
  readonly text: string;
}

/** Notes about the records of an import, compared with the registry before it; one of a kind. */
export function notesOf(
  records: readonly Output[],
  registry: RegistrySnapshot,
  isProfileKnown: (profile: string) => boolean = () => true,
): readonly ImportNote[] {
  const assets = records.flatMap((record) => (record.topic === 'registry.assets' ? [record.value] : []));
  const parties = records.flatMap((record) => (record.topic === 'registry.parties' ? [record.value] : []));
  const before = viewOf(registry, [], []);
  const after = viewOf(registry, assets, parties);
  const becoming = [...after.assets.values()].filter(
    (asset) => isPublic(asset, after) && !isPublic(before.assets.get(asset.assetId), before),
  );
  const bare = assets.filter(({ standard, decimals }) => standard === 'erc20' && decimals === null);
  const named = new Set(assets.flatMap((asset) => issuerOf(asset) ?? []));
  const withoutLei = [...named].flatMap((id) => after.parties.get(id) ?? []).filter(({ lei }) => lei === null);
  const issuersOf = publicIssuersBySymbol(after);
  const twins = assets.filter((asset) => hasOthers(issuersOf.get(asset.symbol.toLowerCase()), issuerOf(asset)));
  const mixed = assets.filter(({ symbol, name }) => hasMixedScripts(symbol) || hasMixedScripts(name));
  const unread = assets.filter(({ sources }) => sources.some(({ extractor }) => !isRead(extractor, isProfileKnown)));
  const profiles = new Set(unread.flatMap(({ sources }) => sources.map(({ extractor }) => extractor)));
  const unknown = [...profiles].filter((extractor) => !isRead(extractor, isProfileKnown));
  const unrecorded = [
    ...parties
      .filter(({ kyi, vouched }) => kyi.status === 'verified' && vouched === null)
      .map((party) => party.partyId),
    ...assets.filter(({ issuerId, vouched }) => issuerId !== null && vouched === null).map((asset) => asset.assetId),
  ];
  return [
    note('becomes_public', becoming.map(idOf), (n) => `${tokens(n)} public`, `: ${symbols(becoming)}`),
    note('without_decimals', bare.map(idOf), (n) => `${n} ERC-20 without decimals`, `: ${symbols(bare)}`),
    note(
      'issuer_without_lei',
      withoutLei.map(({ partyId }) => partyId),
      (n) => `${n} issuer without an LEI`,
      `: ${withoutLei.map(({ name }) => name).join(', ')}; registers are not compared with it`,
    ),
    note(
      'symbol_of_another_issuer',
      twins.map(idOf),
      (n) => `${n} with the symbol of another issuer's public token`,
      `: ${symbols(twins)}`,
    ),
    note('mixed_scripts', mixed.map(idOf), (n) => `${n} whose name or symbol mixes alphabets`, `: ${symbols(mixed)}`),
    note(
      'profile_unknown',
      unread.map(idOf),
      (n) => `${n} with a document that no profile reads`,
      `: ${unknown.join(', ')}; attestry profiles list`,
    ),
    note('without_record', unrecorded, (n) => `${n} verified or linked without a record of who decided`, ''),
  ].filter(({ ids }) => ids.length > 0);
}

const tokens = (count: number): string => (count === 1 ? '1 token becomes' : `${count} tokens become`);

const note = (
  kind: ImportNote['kind'],
  ids: readonly string[],
  counted: (count: number) => string,
  rest: string,
): ImportNote => ({ kind, ids, text: `${counted(ids.length)}${rest}` });

const idOf = ({ assetId }: RegistryAsset): string => assetId;

/** Most symbols that a note lists. */
const mostNamed = 10;

const symbols = (assets: readonly RegistryAsset[]): string => {
  const shown = assets.slice(0, mostNamed).map(({ symbol, chain }) => `${symbol} on ${chain}`);
  return assets.length > shown.length
    ? `${shown.join(', ')} and ${assets.length - shown.length} more`
    : shown.join(', ');
};

interface RegistryView {
  readonly parties: ReadonlyMap<string, RegistryParty>;
  readonly assets: ReadonlyMap<string, RegistryAsset>;
}

function viewOf(
  { parties, assets }: RegistrySnapshot,
  newAssets: readonly RegistryAsset[],
  newParties: readonly RegistryParty[],
): RegistryView {
  const all: RegistryView = {
    parties: new Map([
      ...[...parties].map(([id, { value }]): [string, RegistryParty] => [id, value]),
      ...newParties.map((party): [string, RegistryParty] => [party.partyId, party]),
    ]),
    assets: new Map([
      ...[...assets].map(([id, { value }]): [string, RegistryAsset] => [id, value]),
      ...newAssets.map((asset): [string, RegistryAsset] => [asset.assetId, asset]),
    ]),
  };
  return all;
}

/** Whether an asset is in the public registry (conformance B-13). */
export const isPublic = (asset: RegistryAsset | undefined, { parties }: Pick<RegistryView, 'parties'>): boolean =>
  asset?.status === 'active' && parties.get(asset.issuerId ?? '')?.kyi.status === 'verified';

/** Issuers of public tokens by symbol in lower case. */
function publicIssuersBySymbol(view: RegistryView): ReadonlyMap<string, ReadonlySet<string | null>> {
  const issuers = new Map<string, Set<string | null>>();
  for (const asset of view.assets.values()) {
    if (!isPublic(asset, view)) continue;
    const symbol = asset.symbol.toLowerCase();
    const known = issuers.get(symbol);
    if (known === undefined) issuers.set(symbol, new Set([issuerOf(asset)]));
    else known.add(issuerOf(asset));
  }
  return issuers;
}

const hasOthers = (issuers: ReadonlySet<string | null> | undefined, own: string | null): boolean =>
  issuers !== undefined && (issuers.size > 1 || !issuers.has(own));

/** `none` is declared for what is not to be read. */
const isRead = (extractor: string, isProfileKnown: (profile: string) => boolean): boolean =>
  extractor === 'none' || isProfileKnown(extractor);
