/** The data of a fault: its own assets, their readings in order, and the changes that must follow from them. */
import { testId } from '../../support/demo-world.ts';

export interface World {
  /** Part of the ids of its assets, and the extractor of its readings. */
  readonly name: string;
  /** Number of assets that are read repeatedly, at times in the past. */
  readonly assets: number;
  /** Number of assets that are read three times, the last time now: each leads to one notification for its watcher. */
  readonly witnesses: number;
}

/** A reading that has no id yet. */
export interface Reading {
  readonly assetId: string;
  /** Line of the import format. */
  readonly line: string;
}

const hour = 3_600_000;
/** Interval after which a second reading confirms the first. */
const apart = 7 * hour;

export const plainAsset = ({ name }: World, index: number): string => testId(`${name}-${index}`);
const witness = ({ name }: World, index: number): string => testId(`${name}-witness-${index}`);

export const assetsOf = (world: World): readonly string[] => [
  ...Array.from({ length: world.assets }, (_, index) => plainAsset(world, index)),
  ...witnessesOf(world),
];

export const witnessesOf = (world: World): readonly string[] =>
  Array.from({ length: world.witnesses }, (_, index) => witness(world, index));

/** NDJSON of the registry: an issuer and the assets. Every name contains `edition`. */
export function registryOf(world: World, edition = 1): readonly string[] {
  const issuerId = testId(`${world.name}-issuer`);
  const at = '2024-01-01T00:00:00Z';
  const party = {
    type: 'party',
    partyId: issuerId,
    did: ulidOf(issuerId),
    name: nameOf(world, edition),
    legalName: 'Issuer SAS',
    lei: null,
    country: 'FR',
    aliases: [],
    wallets: [],
    isins: [],
    description: '',
    kyi: { status: 'verified', at },
    kyb: { verified: true, at },
  };
  const assets = assetsOf(world).map((assetId, index) => ({
    type: 'asset',
    assetId,
    did: ulidOf(assetId),
    slug: `${world.name}-${index}`.toLowerCase(),
    chain: 'ethereum',
    address: addressOf(assetId),
    standard: 'erc20',
    decimals: 6,
    symbol: 'T',
    name: nameOf(world, edition),
    description: '',
    issuerId,
    parties: [],
    regimes: [],
    sources: [],
    status: 'active',
    identifiers: { dti: [], ffg: [], isin: [] },
    verifiedAt: at,
  }));
  return [party, ...assets].map((line) => JSON.stringify(line));
}

export const addressOf = (assetId: string): string => `0x${assetId.replaceAll('-', '')}00000000`;

export const nameOf = ({ name }: World, edition: number): string => `${name} edition ${edition}`;

/** 26 characters of Crockford's alphabet, which contains all hexadecimal digits. */
const ulidOf = (id: string): string => `01H${id.replaceAll('-', '').slice(0, 23).toUpperCase()}`;

/**
 * The nth reading of the assets in turn: a fee of which every value is read twice, so that the second reading confirms the
 * first. All readings are dated before `start`.
 */
export function readingOf(world: World, n: number, of: { readonly total: number; readonly start: number }): Reading {
  const round = Math.floor(n / world.assets);
  const first = of.start - (Math.ceil(of.total / world.assets) + 3) * apart;
  return fee(world, plainAsset(world, n % world.assets), Math.floor(round / 2), first + round * apart);
}

/** The three readings of a witness: a value, another value, and the second value again. */
export function witnessReading(world: World, index: number, step: number, now: number): Reading {
  return fee(world, witness(world, index), step === 0 ? 0 : 1, now - (2 - step) * apart);
}

const fee = (world: World, assetId: string, value: number, observedAt: number): Reading => ({
  assetId,
  line: JSON.stringify({
    assetId,
    subjectKind: 'asset',
    subjectKey: '',
    field: 'redemption_fee',
    sourceKey: 'terms',
    value: { bps: String(value) },
    quote: null,
    sourceUrl: null,
    sourceHash: `sha256:${'ab'.repeat(32)}`,
    extractor: world.name,
    extractorVersion: '1.0.0',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: new Date(observedAt).toISOString(),
  }),
});

/** A reading of an asset's authority: the accepted one is the last in the order of observation. */
export const authorityReading = (world: World, assetId: string, address: string, observedAt: number): Reading => ({
  assetId,
  line: JSON.stringify({
    assetId,
    subjectKind: 'authority',
    subjectKey: 'owner',
    field: 'authority',
    sourceKey: 'chain:eip155:1',
    value: { type: 'owner', address, accountType: 'regular', signers: [], threshold: null },
    quote: null,
    sourceUrl: null,
    sourceHash: null,
    extractor: world.name,
    extractorVersion: '1.0.0',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: new Date(observedAt).toISOString(),
  }),
});

/** Newest revision of each change, by the id of the first observation with the new value. */
export type ExpectedRevisions = ReadonlyMap<string, number>;

/**
 * The changes that must follow from an asset's readings, given in the order of acknowledgement as ids and values. Every
 * value but the first is a change: the first reading opens it, the second confirms it.
 */
export function expectedChanges(
  readings: readonly { readonly id: string; readonly value: string }[],
): ExpectedRevisions {
  const newest = new Map<string, number>();
  let accepted = readings[0]?.value;
  let opened: { readonly id: string; readonly value: string } | null = null;
  for (const reading of readings) {
    if (reading.value === accepted) continue;
    if (opened?.value === reading.value) {
      newest.set(opened.id, 1);
      accepted = reading.value;
      opened = null;
    } else {
      newest.set(reading.id, 0);
      opened = reading;
    }
  }
  return newest;
}
