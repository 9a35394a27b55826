/** The shapes of `schemas/facts.ts`, checked before a value is believed. */
import {
  bool,
  isObject,
  listOf,
  members,
  nullable,
  oneOf,
  optional,
  type Shape,
  term,
  text,
  time,
  whole,
} from './shapes.ts';

const texts = listOf(text);
const maybeText = nullable(text);
const outcome = (shapes: Readonly<Record<string, Shape>>): Shape => members({ at: nullable(time), ...shapes });

const registryAsset = members({
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
  websiteUrl: maybeText,
  whitepaperUrl: maybeText,
  image: nullable(members({ url: text, copyrightConfirmed: bool })),
  attestationAddress: maybeText,
  issuerId: maybeText,
  parties: listOf(members({ partyId: text, role: term('partyRole') })),
  identifiers: members({ dti: texts, ffg: texts, isin: texts }),
  regimes: listOf(term('regime')),
  sources: listOf(members({ sourceId: text, url: text, kind: term('sourceKind') })),
  verifiedAt: nullable(time),
  status: term('assetStatus'),
});

const registryParty = members({
  partyId: text,
  did: text,
  name: text,
  legalName: maybeText,
  lei: maybeText,
  registrationNumber: maybeText,
  country: maybeText,
  aliases: texts,
  wallets: texts,
  isins: texts,
  kyi: outcome({ status: term('kyiStatus') }),
  kyb: outcome({ verified: bool }),
  description: text,
});

const proofMethod: Shape = (value, path) => {
  if (!isObject(value)) return `${path} is not an object`;
  return oneOf('signature', 'contract_signature', 'transfer', 'admin_manual')(value['type'], `${path}.type`);
};

export const valueShapes = {
  asset_declaration: members({ asset: registryAsset, registryPosition: whole, registeredAt: time }),
  party_declaration: nullable(members({ party: registryParty, roles: listOf(term('partyRole')) })),
  asset_status: members({ status: term('assetStatus') }),
  issuer_kyi: nullable(members({ partyId: text, name: text, status: term('kyiStatus') })),
  authority: nullable(
    members({
      type: text,
      address: text,
      accountType: term('accountType'),
      signers: texts,
      threshold: nullable(whole),
    }),
  ),
  proof: nullable(
    members({
      proofId: text,
      authority: members({ type: text, address: text }),
      provedBy: text,
      method: proofMethod,
      provedAt: time,
      verifiedBy: text,
    }),
  ),
  register_column: nullable(
    members({
      meaning: text,
      label: text,
      register: text,
      entity: text,
      matchedBy: oneOf('identifier', 'issuer', 'party'),
      text,
      items: optional(texts),
      elsewhere: optional(texts),
      date: optional(text),
      formerly: optional(texts),
      successor: optional(text),
    }),
  ),
  register_listed: members({
    status: term('rowStatus'),
    news: bool,
    register: text,
    polarity: oneOf('authorised', 'non_compliant', 'identity', 'relation'),
    entity: text,
    token: text,
    matchedBy: oneOf('identifier', 'issuer', 'party'),
    subjectKey: text,
    sinceObservationId: text,
    asOf: time,
    firstSeenAt: time,
    successorRowIds: texts,
    roles: optional(texts),
    nowNames: optional(members({ entity: text, lei: maybeText, identifiers: texts })),
  }),
  list_match: members({
    status: oneOf('matched', 'cleared'),
    clearedBy: optional(oneOf('asset')),
    level: term('matchLevel'),
    list: text,
    entryId: text,
    entryName: text,
    programs: texts,
    listedAs: texts,
    subject: members({
      key: text,
      kind: text,
      display: text,
      roles: texts,
      partyName: maybeText,
      partyId: optional(text),
    }),
    sinceObservationId: text,
    byName: optional(
      members({ ours: text, particular: nullable(members({ kind: oneOf('country', 'date'), value: text })) }),
    ),
    otherEncoding: bool,
    encodings: optional(members({ listed: texts, ours: text })),
    asOf: time,
    listedSince: time,
    inFirstSnapshot: bool,
    listedOn: optional(text),
    countries: optional(texts),
    dates: optional(texts),
  }),
  review: members({
    verdict: oneOf('confirmed', 'dismissed'),
    changeId: text,
    reviewed: text,
    by: text,
    why: text,
  }),
  control: members({ kind: oneOf('tick', 'rules'), ruleset: optional(text), activationId: optional(text) }),
} as const satisfies Readonly<Record<string, Shape>>;

export type ValueShape = keyof typeof valueShapes;
