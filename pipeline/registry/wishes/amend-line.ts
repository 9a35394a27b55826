/** What is stated of a token beside its members, put into the line of an asset. */
import type { AssetIdentifiers, AssetParty, AssetSource } from '../../../schemas/generated/records.ts';
import { usualProfiles } from '../../../schemas/values/usual-profiles.ts';
import type { Term } from '../../../schemas/vocabulary.ts';

type Line = Readonly<Record<string, unknown>>;

/** What is taken away, by the name of the option that states it. */
export const unsettable = [
  'website',
  'whitepaper',
  'decimals',
  'token',
  'regime',
  'document',
  'role',
  'issuer',
] as const;
type Unsettable = (typeof unsettable)[number];

export interface Amendments {
  /** Sources to watch. */
  readonly documents: readonly { readonly kind: Term<'sourceKind'>; readonly url: string }[];
  readonly roles: readonly AssetParty[];
  readonly dtis: readonly string[];
  readonly ffgs: readonly string[];
  readonly unset: readonly Unsettable[];
}

/** The white paper of a token as a source that is read by the profile of white papers. */
export const whitepaperSource = (url: unknown): object => ({
  sourceId: 'whitepaper',
  url,
  kind: 'whitepaper',
  extractor: usualProfiles.whitepaper,
});

/** The line of an asset with what is stated beside its members: taken away first, then added to what is declared. */
export function amendLine(given: Line, { documents, roles, dtis, ffgs, unset }: Amendments): Line {
  const line = unset.reduce<Line>((before, name) => ({ ...before, ...withoutIt[name](before) }), given);
  return {
    ...line,
    parties: withRoles(line['parties'] as readonly AssetParty[], roles),
    sources: documents.reduce(withDocument, line['sources'] as readonly AssetSource[]),
    identifiers: withIdentifiers(line['identifiers'] as AssetIdentifiers, { dtis, ffgs }),
  };
}

const isIssuer = ({ role }: AssetParty): boolean => role === 'issuer';

const withoutIt: Readonly<Record<Unsettable, (line: Line) => Line>> = {
  website: () => ({ websiteUrl: null }),
  whitepaper: ({ sources }) => ({
    whitepaperUrl: null,
    sources: (sources as readonly AssetSource[]).filter(({ sourceId }) => sourceId !== 'whitepaper'),
  }),
  decimals: () => ({ decimals: null }),
  token: () => ({ token: null }),
  regime: () => ({ regimes: [] }),
  document: ({ sources }) => ({
    sources: (sources as readonly AssetSource[]).filter(({ sourceId }) => sourceId === 'whitepaper'),
  }),
  role: ({ parties }) => ({ parties: (parties as readonly AssetParty[]).filter(isIssuer) }),
  issuer: ({ parties }) => ({
    issuerId: null,
    verifiedAt: null,
    vouched: null,
    parties: (parties as readonly AssetParty[]).filter((party) => !isIssuer(party)),
  }),
};

const withRoles = (parties: readonly AssetParty[], added: readonly AssetParty[]): readonly AssetParty[] => [
  ...parties,
  ...added.filter((one) => !parties.some(({ partyId, role }) => partyId === one.partyId && role === one.role)),
];

/** A source keeps its id and profile where its URL is declared already. */
function withDocument(
  sources: readonly AssetSource[],
  { kind, url }: Amendments['documents'][number],
): readonly AssetSource[] {
  if (sources.some((source) => source.url === url)) return sources;
  const ids = new Set(sources.map(({ sourceId }) => sourceId));
  let number = 1;
  while (ids.has(`${kind}-${number}`)) number += 1;
  return [...sources, { sourceId: `${kind}-${number}`, url, kind, extractor: usualProfiles[kind] }];
}

const withIdentifiers = (
  { dti, ffg, ...others }: AssetIdentifiers,
  { dtis, ffgs }: Pick<Amendments, 'dtis' | 'ffgs'>,
): AssetIdentifiers => ({ ...others, dti: [...new Set([...dti, ...dtis])], ffg: [...new Set([...ffg, ...ffgs])] });
