/** Test data for integration tests: parties, assets and observations in the import format. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uuidV5 } from '../../schemas/values/hash.ts';

const namespace = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';

export const testId = (name: string): string => uuidV5(namespace, `attestry:test:${name}`);

const ulid = (index: number): string => `01H${String(index).padStart(23, '0')}`;

export const testAddress = (index: number): string => `0x${(index + 1).toString(16).padStart(40, '0')}`;

export interface WorldOptions {
  readonly assets: number;
  readonly wallets?: readonly string[];
  readonly lei?: string | null;
  /** Number of the first asset, 0 unless given: assets of another file have other numbers, not the next ones, and an issuer of their own. */
  readonly from?: number;
}

/** Id of the issuer of the assets from this number on. */
export const issuerId = (from = 0): string => testId(from === 0 ? 'issuer' : `issuer-${from}`);

/** NDJSON of one verified issuer and its assets on Ethereum. */
export function registryLines({ assets, wallets = [], lei = null, from = 0 }: WorldOptions): readonly string[] {
  const party = {
    type: 'party',
    partyId: issuerId(from),
    did: ulid(from),
    name: 'Test Issuer',
    legalName: 'Test Issuer SAS',
    lei,
    country: 'FR',
    aliases: [],
    wallets,
    isins: [],
    bics: [],
    taxIds: [],
    kyi: { status: 'verified', at: '2026-01-01T00:00:00Z' },
    kyb: { verified: true, at: '2026-01-01T00:00:00Z' },
    description: '',
  };
  return [party, ...Array.from({ length: assets }, (_, index) => assetLine(from + index, from))].map((line) =>
    JSON.stringify(line),
  );
}

const assetLine = (index: number, from: number): object => ({
  type: 'asset',
  assetId: testId(`asset-${index}`),
  did: ulid(index + 1),
  slug: `token-${index}`,
  chain: 'ethereum',
  address: testAddress(index),
  standard: 'erc20',
  decimals: 6,
  name: `Token ${index}`,
  symbol: `T${index}`,
  description: '',
  issuerId: issuerId(from),
  parties: [],
  identifiers: { dti: [], ffg: [], isin: [] },
  regimes: [],
  sources: [],
  verifiedAt: '2026-01-01T00:00:00Z',
  status: 'active',
});

/** An authority observation in the import format. */
export const authorityLine = (asset: number, reading: number, observedAt: number): string =>
  JSON.stringify({
    assetId: testId(`asset-${asset}`),
    subjectKind: 'authority',
    subjectKey: 'owner',
    field: 'authority',
    sourceKey: 'chain:eip155:1',
    value: {
      type: 'owner',
      address: testAddress(10_000 + reading),
      accountType: 'regular',
      signers: [],
      threshold: null,
    },
    quote: null,
    sourceUrl: null,
    sourceHash: null,
    extractor: 'test',
    extractorVersion: '1.0.0',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: new Date(observedAt).toISOString(),
  });

/** Writes lines to a file below `directory` and returns its path. */
export function writeLines(directory: string, name: string, lines: readonly string[]): string {
  const path = join(directory, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
