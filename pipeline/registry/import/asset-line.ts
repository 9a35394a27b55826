import type { AssetParty, AssetSource, RegistryAsset } from '../../../schemas/generated/records.ts';
import { chainBySlug } from '../../../schemas/values/chains.ts';
import { type AddressReading, readAccount, readTokenAddress } from '../addresses.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';
import { listIn, type Members, objectIn, requiredText, textIn, timeIn } from './members.ts';
import { readVouching } from './decisions/vouching.ts';

/** An asset as declared by a line whose shape was checked, in stored form. */
export function assetOfLine(line: ImportLine): {
  readonly asset: RegistryAsset;
  readonly issues: readonly ImportIssue[];
} {
  const members: Members = line.value;
  const image = objectIn(members, 'image');
  const identifiers = objectIn(members, 'identifiers') ?? {};
  const sources = listIn<AssetSource>(members, 'sources');
  const address = readAddress(members);
  const attestation = readAttestation(members);
  const vouching = readVouching(line);
  const asset: RegistryAsset = {
    assetId: requiredText(members, 'assetId').toLowerCase(),
    did: requiredText(members, 'did').toUpperCase(),
    slug: requiredText(members, 'slug'),
    chain: requiredText(members, 'chain'),
    address: 'address' in address ? address.address : requiredText(members, 'address'),
    standard: requiredText(members, 'standard'),
    decimals: (members['decimals'] as number | null | undefined) ?? null,
    name: requiredText(members, 'name'),
    symbol: requiredText(members, 'symbol'),
    description: textIn(members, 'description') ?? '',
    websiteUrl: textIn(members, 'websiteUrl'),
    whitepaperUrl: textIn(members, 'whitepaperUrl'),
    image:
      image === null
        ? null
        : { url: requiredText(image, 'url'), copyrightConfirmed: image['copyrightConfirmed'] === true },
    attestationAddress: 'address' in attestation ? attestation.address : null,
    issuerId: textIn(members, 'issuerId')?.toLowerCase() ?? null,
    parties: listIn<AssetParty>(members, 'parties').map(({ partyId, role }) => ({
      partyId: partyId.toLowerCase(),
      role,
    })),
    identifiers: {
      dti: listIn(identifiers, 'dti'),
      ffg: listIn(identifiers, 'ffg'),
      isin: listIn(identifiers, 'isin'),
    },
    regimes: listIn(members, 'regimes'),
    sources: sources.map(({ sourceId, url, kind, extractor }) => ({ sourceId, url, kind, extractor })),
    verifiedAt: timeIn(members, 'verifiedAt'),
    status: requiredText(members, 'status'),
    token: textIn(members, 'token'),
    vouched: vouching.vouched,
  };
  const issues = [
    ...('problem' in address ? [invalid(line, 'address', address.problem)] : []),
    ...('problem' in attestation ? [invalid(line, 'attestationAddress', attestation.problem)] : []),
    ...(isOfMany(asset.standard) ? [invalid(line, 'standard', `${asset.standard} ${manyTokens}`)] : []),
    ...vouching.issues,
  ];
  return { asset, issues: [...issues, ...repeatedSources(line, sources)] };
}

function readAddress(members: Members): AddressReading {
  const chain = chainBySlug(requiredText(members, 'chain'));
  if (chain === undefined) return { problem: 'the chain is not known' };
  return readTokenAddress(chain, requiredText(members, 'standard'), requiredText(members, 'address'));
}

/** CAIP-19 admits a hyphen in the name of a namespace. */
const isOfMany = (standard: string): boolean => standard.replaceAll('-', '') === 'erc1155';

const manyTokens = 'is not accepted: one contract of it has many tokens, and the lookup names contracts';

/** The address of an attestation is one of the chain of the asset; null without one. */
function readAttestation(members: Members): AddressReading | { readonly address: null } {
  const text = textIn(members, 'attestationAddress');
  const chain = chainBySlug(requiredText(members, 'chain'));
  return text === null || chain === undefined ? { address: null } : readAccount(chain, text);
}

const repeatedSources = (line: ImportLine, sources: readonly AssetSource[]): readonly ImportIssue[] =>
  sources.flatMap(({ sourceId }, index) =>
    sources.findIndex((other) => other.sourceId === sourceId) < index
      ? [invalid(line, `sources[${index}].sourceId`, `${JSON.stringify(sourceId)} is the id of an earlier source, too`)]
      : [],
  );
