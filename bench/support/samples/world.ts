import type { RegistryAsset, RegistryParty } from '../../../schemas/generated/records.ts';
import { hasDtiCheckCharacter } from '../../../schemas/values/dti.ts';
import { toChecksumAddress } from '../../../schemas/values/evm.ts';
import { namespaces, uuidV5 } from '../../../schemas/values/hash.ts';
import { isLei } from '../../../schemas/values/lei.ts';

/** Made-up issuers and their assets on Ethereum, each with a token identifier of its own. */
export interface World {
  readonly parties: readonly RegistryParty[];
  readonly assets: readonly RegistryAsset[];
}

const assetsPerIssuer = 20;
const registeredAt = Date.parse('2026-01-01T00:00:00Z');

export const makeWorld = (assets: number): World => worldBetween(0, assets);

/** The assets of a larger world from one index to before another, with their issuers. */
export function worldBetween(from: number, to: number): World {
  const first = Math.floor(from / assetsPerIssuer);
  const parties = Array.from({ length: Math.ceil(to / assetsPerIssuer) - first }, (_, at) => makeParty(first + at));
  return { parties, assets: Array.from({ length: to - from }, (_, at) => makeAsset(from + at)) };
}

export const assetIdAt = (index: number): string => idOf(`asset-${index}`);

export const issuerOf = ({ parties }: World, asset: number): RegistryParty | undefined =>
  parties[Math.floor(asset / assetsPerIssuer)];

/** The world as input of `registry import`. */
export function registryLines({ parties, assets }: World): string {
  const verified = { status: 'verified', at: isoTime(registeredAt) };
  const lines = [
    ...parties.map((party) => ({ type: 'party', ...party, kyi: verified, kyb: { verified: true, at: verified.at } })),
    ...assets.map((asset) => ({ type: 'asset', ...asset, verifiedAt: isoTime(registeredAt) })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const isoTime = (time: number): string => new Date(time).toISOString();

function makeParty(index: number): RegistryParty {
  return {
    partyId: idOf(`party-${index}`),
    did: ulid('P', index),
    name: `Issuer ${index}`,
    legalName: `Issuer ${index} Electronic Money SAS`,
    lei: leiOf(index),
    registrationNumber: null,
    country: 'FR',
    aliases: [],
    wallets: [],
    isins: [],
    bics: [],
    taxIds: [],
    kind: 'organisation',
    birthYear: null,
    vouched: null,
    kyi: { status: 'verified', at: registeredAt },
    kyb: { verified: true, at: registeredAt },
    description: '',
  };
}

const makeAsset = (index: number): RegistryAsset => ({
  assetId: assetIdAt(index),
  did: ulid('A', index),
  slug: `bench-token-${index}`,
  chain: 'ethereum',
  address: toChecksumAddress(`0x${(index + 0xbe0000).toString(16).padStart(40, '0')}`),
  standard: 'erc20',
  decimals: 6,
  name: `Bench Token ${index}`,
  symbol: `B${index}`,
  description: '',
  websiteUrl: `https://issuer-${index}.example/`,
  whitepaperUrl: `https://issuer-${index}.example/whitepaper.pdf`,
  image: null,
  attestationAddress: null,
  issuerId: idOf(`party-${Math.floor(index / assetsPerIssuer)}`),
  parties: [],
  identifiers: { dti: [dtiOf(index)], ffg: [], isin: [] },
  regimes: ['MICA_EMT'],
  sources: [],
  verifiedAt: registeredAt,
  status: 'active',
  token: null,
  vouched: null,
});

const idOf = (name: string): string => uuidV5(namespaces.command, `bench:${name}`);
const ulid = (kind: string, index: number): string => `01H${kind}${String(index).padStart(22, '0')}`;

/** A Legal Entity Identifier with valid check digits. */
export function leiOf(index: number): string {
  const stem = `ATTE${index.toString(36).toUpperCase().padStart(14, '0')}`;
  return firstValid((check) => `${stem}${String(check).padStart(2, '0')}`, isLei);
}

const dtiLetters = '0123456789BCDFGHJKLMNPQRSTVWXZ';

/** A Digital Token Identifier with a valid check character. */
export function dtiOf(index: number): string {
  let stem = '';
  for (let rest = index; stem.length < 7; rest = Math.floor(rest / 30)) stem = dtiLetters.charAt(rest % 30) + stem;
  return firstValid((check) => `B${stem}${dtiLetters.charAt(check)}`, hasDtiCheckCharacter);
}

function firstValid(make: (check: number) => string, isValid: (text: string) => boolean): string {
  for (let check = 0; check < 100; check++) if (isValid(make(check))) return make(check);
  throw new Error(`${make(0)} has no check character`);
}
