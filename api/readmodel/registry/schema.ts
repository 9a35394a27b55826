import {
  arrayOf,
  component,
  count,
  dateTime,
  flag,
  givenTime,
  matching,
  nonEmptyText,
  oneOf,
  orNull,
  term,
  text,
  textUpTo,
  uuid,
} from '../../../schemas/json-schema.ts';
import { chains } from '../../../schemas/values/chains.ts';
import type { PathParameter, Query, QueryParameter } from '../input.ts';
import { cursorPattern } from '../opaque-cursor.ts';
import { importOutcomes, listed, registryKinds } from './port.ts';

/** Largest body of an import over HTTP, bytes. */
export const importBytes = 2 ** 20;

/** Entries of a page of a list. */
export const usualEntries = 50;
const mostEntries = 200;

const importFormats = ['ndjson', 'token-list', 'csv', 'list'] as const;

const longestName = 200;

export const importBody = component(
  'RegistryImportRequest',
  { text: nonEmptyText },
  {
    format: oneOf(...importFormats),
    chain: textUpTo(longestName),
    issuer: textUpTo(longestName),
    update: flag,
    dryRun: flag,
    asOf: givenTime,
  },
);

export interface ImportBody {
  readonly text: string;
  readonly format?: string;
  readonly chain?: string;
  readonly issuer?: string;
  readonly update?: boolean;
  readonly dryRun?: boolean;
  readonly asOf?: string;
}

export const proposeBody = component(
  'RegistryProposalRequest',
  { token: { ...nonEmptyText, maxLength: 2_000 } },
  {
    chain: textUpTo(longestName),
    issuer: textUpTo(longestName),
    name: textUpTo(longestName),
    symbol: textUpTo(longestName),
    decimals: count,
    websiteUrl: textUpTo(2_000),
    whitepaperUrl: textUpTo(2_000),
    regimes: arrayOf(term('regime'), { maxItems: 50 }),
    tokenName: textUpTo(longestName),
  },
);

export interface ProposeBody {
  readonly token: string;
  readonly chain?: string;
  readonly issuer?: string;
  readonly tokenName?: string;
}

const memberChange = component('RegistryMemberChange', { member: text, before: orNull(text), after: orNull(text) });

export const importAnswer = component('RegistryImport', {
  ok: flag,
  counts: component('RegistryImportCounts', {
    parties: count,
    assets: count,
    new: count,
    changed: count,
    differs: count,
    unchanged: count,
    public: count,
    skipped: count,
    issues: count,
  }),
  diff: arrayOf(
    component('RegistryDifference', {
      outcome: oneOf(...importOutcomes),
      kind: oneOf(...registryKinds),
      id: uuid,
      label: text,
      members: arrayOf(memberChange),
    }),
    { maxItems: listed },
  ),
  public: arrayOf(component('RegistryPublicToken', { id: uuid, label: text }), { maxItems: listed }),
  issues: arrayOf(component('RegistryIssue', { place: text, path: text, reason: text }), { maxItems: listed }),
  notes: arrayOf(text),
  asOf: orNull(dateTime),
  behind: orNull(text),
});

export const proposalAnswer = component('RegistryProposal', {
  caip19: text,
  members: arrayOf(component('RegistryProposedMember', { member: text, value: text, origin: oneOf('given', 'chain') })),
  lines: text,
  notCompared: orNull(text),
  review: importAnswer,
});

const asset = component('RegisteredAsset', {
  id: uuid,
  did: text,
  slug: text,
  chain: text,
  address: text,
  standard: text,
  symbol: text,
  name: text,
  status: term('assetStatus'),
  issuer: orNull(component('RegisteredIssuer', { id: uuid, name: orNull(text), linked: flag })),
  public: flag,
  declaredAt: dateTime,
});

const party = component('RegisteredParty', {
  id: uuid,
  did: text,
  name: text,
  legalName: orNull(text),
  lei: orNull(text),
  country: orNull(text),
  kyi: term('kyiStatus'),
  tokens: count,
  declaredAt: dateTime,
});

export const assetPage = component('RegisteredAssetPage', {
  items: arrayOf(asset, { maxItems: mostEntries }),
  nextCursor: orNull(text),
});

export const partyPage = component('RegisteredPartyPage', {
  items: arrayOf(party, { maxItems: mostEntries }),
  nextCursor: orNull(text),
});

export const historyAnswer = component('RegistryHistory', {
  items: arrayOf(
    component('RegistryDeclaration', {
      declaredAt: dateTime,
      first: flag,
      changes: arrayOf(memberChange),
      vouched: orNull(component('RegistryVouching', { by: text, why: text, evidence: arrayOf(text) })),
    }),
  ),
});

const condition = (description: string): QueryParameter => ({
  description,
  schema: textUpTo(longestName),
  expects: `a text of at most ${longestName} characters`,
});

const flagText = (description: string): QueryParameter => ({
  description,
  schema: matching('^(true|false)$'),
  shown: flag,
  expects: 'true or false',
});

const shared = {
  q: condition('Part of a name or an identifier, in any letter case'),
  limit: {
    description: `Most entries of the answer, 1 to ${mostEntries}; ${usualEntries} when absent`,
    schema: matching('^([1-9]|[1-9][0-9]|1[0-9][0-9]|200)$'),
    shown: { type: 'integer', minimum: 1, maximum: mostEntries, default: usualEntries },
    expects: `a whole number from 1 to ${mostEntries}`,
  },
  cursor: {
    description: '`nextCursor` of an earlier answer; opaque',
    schema: matching(cursorPattern),
    expects: 'a cursor of an earlier answer',
  },
} as const satisfies Query['parameters'];

export const assetsQuery: Query = {
  unknown: 'refuse',
  parameters: {
    ...shared,
    chain: { description: 'Chain slug', schema: oneOf(...chains.map(({ slug }) => slug)), expects: 'a chain slug' },
    issuer: condition('Issuer, linked or named: id, DID, LEI or exact name'),
    public: flagText('Whether the token is in the public registry'),
  },
};

export const partiesQuery: Query = {
  unknown: 'refuse',
  parameters: { ...shared, verified: flagText('Whether the KYI of the party is verified') },
};

export const registryId: PathParameter = {
  description: 'Id of the asset or party',
  schema: uuid,
  refusal: { code: 'not_found', message: 'Nothing is registered by this id' },
};
