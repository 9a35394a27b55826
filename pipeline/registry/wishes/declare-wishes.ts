import { issuerOf } from '../../../schemas/facts/issuer-of.ts';
import type { RegistryAsset, RegistryParty } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { assetIdOf, didOf } from '../../../schemas/values/registry-ids.ts';
import { assetLine } from '../export.ts';
import { assetsByPlace, partyFinder } from '../find-registered.ts';
import type { RegistrySnapshot } from '../snapshot.ts';
import { type Amendments, amendLine, whitepaperSource } from './amend-line.ts';
import { newSlug } from './slugs.ts';
import { caip19OfWish, type TokenWish, type WishIssue } from './wish.ts';

export interface WishRequest {
  readonly wishes: readonly TokenWish[];
  readonly registry: RegistrySnapshot;
  /** The issuer of tokens whose place names none; null for none. */
  readonly issuer: string | null;
  /** Changes registered assets to what is stated. */
  readonly update: boolean;
}

/** A member of a registered asset that is stated otherwise. */
export interface StatedDifference {
  readonly assetId: string;
  readonly place: string;
  readonly member: string;
  readonly registered: unknown;
  readonly stated: unknown;
}

/** A line of the import, and the place that it was made of. */
interface DeclaredWish {
  readonly place: string;
  readonly assetId: string;
  readonly isNew: boolean;
  readonly line: Readonly<Record<string, unknown>>;
}

export interface DeclaredWishes {
  readonly lines: readonly DeclaredWish[];
  /** Ids of registered assets that are as stated. */
  readonly unchanged: readonly string[];
  readonly differs: readonly StatedDifference[];
  readonly issues: readonly WishIssue[];
}

/**
 * Lines of the import for what is wished: new assets with derived ids, and registered ones that are to be changed. An asset
 * that no place names stays as it is.
 */
export function declareWishes({ wishes, registry, issuer, update }: WishRequest): DeclaredWishes {
  const registered = assetsByPlace(registry);
  const partiesOf = partyFinder(registry);
  const taken = new Set([...registry.assets.values()].map(({ value }) => value.slug));
  const lines: DeclaredWish[] = [];
  const unchanged: string[] = [];
  const differs: StatedDifference[] = [];
  const { distinct, issues } = withoutRepeats(wishes);
  for (const wish of distinct) {
    const ref = wish.issuer ?? issuer;
    const party = ref === null ? null : partyNamed(ref, partiesOf(ref));
    if (typeof party === 'string') {
      issues.push({ place: wish.place, path: 'issuer', reason: party });
      continue;
    }
    const known = registered.get(caip19OfWish(wish));
    if (known === undefined) {
      const line = amended(newLine(wish, party, taken), wish.amendments);
      taken.add(String(line['slug']));
      lines.push({ place: wish.place, assetId: String(line['assetId']), isNew: true, line });
      continue;
    }
    const line = amended(changedLine(wish, known, party), wish.amendments);
    const found = [...differencesOf(wish, known, party), ...amendedMembers(line, wish, known)];
    if (found.length === 0) unchanged.push(known.assetId);
    else differs.push(...found);
    if (found.length > 0 && update) {
      lines.push({ place: wish.place, assetId: known.assetId, isNew: false, line });
    }
  }
  return { lines, unchanged, differs, issues };
}

/**
 * Equal repeats count once, with the first published logo; two places that state different values of one token are an error
 * of each member that differs.
 */
function withoutRepeats(wishes: readonly TokenWish[]): {
  readonly distinct: readonly TokenWish[];
  readonly issues: WishIssue[];
} {
  const first = new Map<string, TokenWish>();
  const issues: WishIssue[] = [];
  for (const wish of wishes) {
    const id = caip19OfWish(wish);
    const earlier = first.get(id);
    first.set(id, earlier === undefined ? wish : withLogo(earlier, wish));
    if (earlier !== undefined) issues.push(...contradictions(earlier, wish));
  }
  return { distinct: [...first.values()], issues };
}

const withLogo = (wish: TokenWish, { members: { imageUrl } }: TokenWish): TokenWish =>
  imageUrl === undefined ? wish : { ...wish, members: { imageUrl, ...wish.members } };

function contradictions(earlier: TokenWish, { place, members, issuer }: TokenWish): readonly WishIssue[] {
  const stated = [
    ...compared.map((member) => [member, members[member], earlier.members[member]] as const),
    ['issuer', issuer ?? undefined, earlier.issuer ?? undefined] as const,
  ];
  return stated.flatMap(([path, here, there]) => {
    if (canonicalJson([here ?? null]) === canonicalJson([there ?? null])) return [];
    return [{ place, path, reason: `is ${textOf(here)} here, ${textOf(there)} at ${earlier.place}` }];
  });
}

const textOf = (stated: unknown): string => (stated === undefined ? 'none' : canonicalJson(stated));

function partyNamed(ref: string, [party, ...others]: readonly RegistryParty[]): RegistryParty | string {
  if (party === undefined) return `no party ${JSON.stringify(ref)} is registered: attestry party add`;
  return others.length === 0
    ? party
    : `${JSON.stringify(ref)} names ${others.length + 1} parties: ${[party, ...others].map(({ partyId }) => partyId).join(', ')}`;
}

function newLine(
  wish: TokenWish,
  party: RegistryParty | null,
  taken: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const { chain, standard, address, members } = wish;
  const assetId = assetIdOf(caip19OfWish(wish));
  const { name, symbol, decimals = null, websiteUrl = null, whitepaperUrl = null } = members;
  const { token = null, regimes = [], status = 'active', imageUrl } = members;
  return {
    type: 'asset',
    assetId,
    did: didOf(assetId),
    slug: newSlug(
      { symbol: typeof symbol === 'string' ? symbol : '', chain: chain.slug, address, issuer: party?.name ?? null },
      taken,
    ),
    chain: chain.slug,
    address,
    standard,
    decimals,
    name,
    symbol,
    description: '',
    websiteUrl,
    whitepaperUrl,
    image: imageUrl === undefined ? null : { url: imageUrl, copyrightConfirmed: false },
    attestationAddress: null,
    issuerId: null,
    parties: party === null ? [] : [{ partyId: party.partyId, role: 'issuer' }],
    identifiers: { dti: [], ffg: [], isin: [] },
    regimes,
    sources: whitepaperUrl === null ? [] : [whitepaperSource(whitepaperUrl)],
    token,
    verifiedAt: null,
    status,
  };
}

const amended = (line: DeclaredWish['line'], amendments: Amendments | undefined): DeclaredWish['line'] =>
  amendments === undefined ? line : amendLine(line, amendments);

/** Members that only amendments change. */
function amendedMembers(
  line: DeclaredWish['line'],
  { place, amendments, members }: TokenWish,
  known: RegistryAsset,
): readonly StatedDifference[] {
  if (amendments === undefined) return [];
  const registered: DeclaredWish['line'] = assetLine(known);
  return Object.keys(registered).flatMap((member) => {
    const isStated = (members as DeclaredWish['line'])[member] !== undefined;
    if (isStated || canonicalJson(line[member]) === canonicalJson(registered[member])) return [];
    return [{ assetId: known.assetId, place, member, registered: registered[member], stated: line[member] }];
  });
}

/** Members that are compared with the registered ones. A published logo is not: the registered one may be stored. */
const compared = [
  ...(['name', 'symbol', 'decimals', 'websiteUrl', 'whitepaperUrl', 'token', 'regimes', 'status'] as const),
];

function differencesOf(
  wish: TokenWish,
  known: RegistryAsset,
  party: RegistryParty | null,
): readonly StatedDifference[] {
  const { assetId } = known;
  const { place, members } = wish;
  const found = compared.flatMap((member) => {
    const stated = members[member];
    if (stated === undefined || canonicalJson(stated) === canonicalJson(known[member])) return [];
    return [{ assetId, place, member, registered: known[member], stated }];
  });
  const issuer = issuerOf(known);
  if (party === null || party.partyId === issuer) return found;
  return [...found, { assetId, place, member: 'issuer', registered: issuer, stated: party.partyId }];
}

/** Another issuer is named and not linked: who vouched for the earlier one did not vouch for it. */
function changedLine(
  { members: { imageUrl: _logo, ...members } }: TokenWish,
  known: RegistryAsset,
  party: RegistryParty | null,
): Readonly<Record<string, unknown>> {
  const named = party === null || party.partyId === issuerOf(known) ? known : withNamedIssuer(known, party.partyId);
  const line = { ...assetLine(named), ...members };
  const { whitepaperUrl } = members;
  if (whitepaperUrl === undefined || known.sources.some(({ url }) => url === whitepaperUrl)) return line;
  const others = known.sources.filter(({ sourceId }) => sourceId !== 'whitepaper');
  const declared = known.sources.find(({ sourceId }) => sourceId === 'whitepaper');
  return {
    ...line,
    sources: [...others, { ...whitepaperSource(whitepaperUrl), ...(declared && { ...declared, url: whitepaperUrl }) }],
  };
}

/** The asset with an issuer that is named and not linked, and without any other. */
export const withNamedIssuer = (asset: RegistryAsset, partyId: string): RegistryAsset => ({
  ...asset,
  issuerId: null,
  verifiedAt: null,
  vouched: null,
  parties: [...asset.parties.filter(({ role }) => role !== 'issuer'), { partyId, role: 'issuer' }],
});
