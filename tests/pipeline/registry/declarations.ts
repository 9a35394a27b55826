import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toChecksumAddress } from '../../../schemas/values/evm.ts';
import type { ImportRequest } from '../../../pipeline/registry/import/plan-import.ts';
import { snapshotOf } from '../../../pipeline/registry/snapshot.ts';

export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const ulid = (n: number): string => `01J${String(n).padStart(23, '0')}`;

/** A key of the tests and its address. */
export function testKey(n: number): { readonly secret: Uint8Array; readonly address: string } {
  const secret = new Uint8Array(32).fill(n);
  const point = secp256k1.getPublicKey(secret, false);
  return {
    secret,
    address: toChecksumAddress(`0x${Buffer.from(keccak_256(point.subarray(1)).subarray(12)).toString('hex')}`),
  };
}

/** 65-byte signature as `personal_sign` makes it. */
export function personalSign(message: string, secret: Uint8Array): string {
  const body = Buffer.from(message, 'utf8');
  const digest = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${body.length}`), body]));
  const bytes = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
  return `0x${Buffer.from(bytes.subarray(1)).toString('hex')}${(27 + (bytes[0] ?? 0)).toString(16)}`;
}

export const tokenAddress = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const caip19 = `eip155:1/erc20:${tokenAddress}`;

export const partyLine = (n: number, over: Readonly<Record<string, unknown>> = {}) => ({
  type: 'party',
  partyId: uuid(n),
  did: ulid(n),
  name: `Party ${n}`,
  ...over,
});

export const assetLine = (n: number, over: Readonly<Record<string, unknown>> = {}) => ({
  type: 'asset',
  assetId: uuid(100 + n),
  did: ulid(100 + n),
  slug: `asset-${n}`,
  chain: 'ethereum',
  address: n === 1 ? tokenAddress : `0x${String(n).padStart(40, '0')}`,
  standard: 'erc20',
  decimals: 6,
  name: `Asset ${n}`,
  symbol: 'AST',
  status: 'active',
  ...over,
});

export const request = (lines: readonly unknown[], over: Partial<ImportRequest> = {}): ImportRequest => ({
  files: [{ name: 'lines.ndjson', text: lines.map((line) => JSON.stringify(line)).join('\n') }],
  asOf: Date.UTC(2026, 0, 30),
  now: Date.UTC(2026, 0, 30),
  registry: snapshotOf([], []),
  signersOf: () => [],
  usedChallenges: new Map(),
  ...over,
});
