/** Values of facts that this registry declares. */
import { Type } from '@sinclair/typebox';
import type { AssetSource, RegistryAsset, RegistryParty } from '../generated/records.ts';
import {
  flag,
  listOf,
  nullable,
  object,
  optional,
  shapeOf,
  term,
  text,
  textOrNull,
  texts,
  time,
  type ValueOf,
  whole,
} from './shape.ts';

/** `extractor` is not checked: no fold reads it from a declaration. */
const source = Type.Unsafe<AssetSource>(object({ sourceId: text, url: text, kind: term('sourceKind') }));

/** An asset as its declaration states it: a member that was added is left out where it has its default. */
export type DeclaredAsset = Omit<RegistryAsset, OptionalAssetMember> &
  Partial<Pick<RegistryAsset, OptionalAssetMember>>;
type OptionalAssetMember = 'token' | 'vouched';

const vouching = object({ by: text, why: text, evidence: texts });

const registryAsset = shapeOf<DeclaredAsset>()(
  object({
    assetId: text,
    did: text,
    slug: text,
    chain: text,
    address: text,
    standard: text,
    decimals: nullable(whole),
    name: text,
    symbol: text,
    description: text,
    websiteUrl: textOrNull,
    whitepaperUrl: textOrNull,
    image: nullable(object({ url: text, copyrightConfirmed: flag })),
    attestationAddress: textOrNull,
    issuerId: textOrNull,
    parties: listOf(object({ partyId: text, role: term('partyRole') })),
    identifiers: object({ dti: texts, ffg: texts, isin: texts }),
    regimes: listOf(term('regime')),
    sources: listOf(source),
    verifiedAt: nullable(time),
    status: term('assetStatus'),
    token: optional(textOrNull),
    vouched: optional(nullable(vouching)),
  }),
);

/** A party as its declaration states it: members that have their default are left out. */
export type DeclaredParty = Omit<RegistryParty, OptionalMember> & Partial<Pick<RegistryParty, OptionalMember>>;
type OptionalMember = 'bics' | 'taxIds' | 'kind' | 'birthYear' | 'vouched';

const registryParty = shapeOf<DeclaredParty>()(
  object({
    partyId: text,
    did: text,
    name: text,
    legalName: textOrNull,
    lei: textOrNull,
    registrationNumber: textOrNull,
    country: textOrNull,
    aliases: texts,
    wallets: texts,
    isins: texts,
    kyi: object({ at: nullable(time), status: term('kyiStatus') }),
    kyb: object({ at: nullable(time), verified: flag }),
    description: text,
    bics: optional(texts),
    taxIds: optional(listOf(object({ country: textOrNull, value: text }))),
    kind: optional(term('partyKind')),
    birthYear: optional(nullable(whole)),
    vouched: optional(nullable(vouching)),
  }),
);

/** `asset` / `declaration`, source `registry`: the asset as declared. */
export const assetDeclaration = object({
  asset: registryAsset,
  /** Offset of the registry.assets record. */
  registryPosition: whole,
  /** Record time of the asset's first registry.assets record. */
  registeredAt: time,
});
export type AssetDeclarationValue = ValueOf<typeof assetDeclaration>;

/** `party` / `declaration`, subject key = party id, source `registry`; null when the asset no longer names the party. */
export const partyDeclaration = object({
  party: registryParty,
  /** Roles of the party for the asset, sorted. */
  roles: listOf(term('partyRole')),
});
export type PartyDeclarationValue = ValueOf<typeof partyDeclaration>;

/** `asset` / `status`, source `registry`. */
export const assetStatus = object({ status: term('assetStatus') });
export type AssetStatusValue = ValueOf<typeof assetStatus>;

/** `issuer` / `kyi`, subject key empty, source `registry`; null when no issuer is linked. */
export const issuerKyi = object({ partyId: text, name: text, status: term('kyiStatus') });
export type IssuerKyiValue = ValueOf<typeof issuerKyi>;
