import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import type { ImportRequest } from '../../../../pipeline/registry/import/plan-import.ts';
import { planImport } from '../../../../pipeline/registry/import/plan-import.ts';
import type { ProofValue } from '../../../../schemas/facts.ts';
import { classicAddress } from '../../../../schemas/values/xrpl-wallets.ts';
import { assetLine, request, uuid } from '../declarations.ts';

type Members = Readonly<Record<string, unknown>>;

/** A proof line and the asset it is about. */
export interface ProofCase {
  readonly asset: Members;
  readonly line: Members;
  readonly signers?: readonly string[];
  readonly usedChallenges?: ImportRequest['usedChallenges'];
}

/** The reasons why a proof is refused, each with its member; `verified` if there is none. */
export function outcomeOf({ asset, line, signers = [], usedChallenges = new Map() }: ProofCase): string {
  const lines = [assetLine(1, asset), { type: 'proof', proofId: uuid(900), assetId: uuid(101), ...line }];
  const plan = planImport(request(lines, { signersOf: () => signers, usedChallenges }));
  return plan.ok ? 'verified' : plan.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n');
}

/** The stored proof of a line that verifies. */
export function storedOf({ asset, line, signers = [] }: ProofCase): ProofValue {
  const lines = [assetLine(1, asset), { type: 'proof', proofId: uuid(900), assetId: uuid(101), ...line }];
  const plan = planImport(request(lines, { signersOf: () => signers }));
  const output = plan.ok ? plan.records.at(-1) : undefined;
  if (output?.topic !== 'observations') throw new Error(plan.ok ? 'no observation' : JSON.stringify(plan.issues));
  return JSON.parse(output.value.value ?? '') as ProofValue;
}

/** Ed25519 key of a Solana account. */
export function solanaKey(n: number) {
  const secret = new Uint8Array(32).fill(n);
  const address = base58.encode(ed25519.getPublicKey(secret));
  const sign = (bytes: Uint8Array): string => base58.encode(ed25519.sign(bytes, secret));
  return { address, key: base58.decode(address), sign };
}

/** Key of an XRP Ledger account, with signatures as its libraries make them. */
export function xrplKey(kind: 'ed25519' | 'secp256k1', n: number) {
  const secret = new Uint8Array(32).fill(n);
  const key =
    kind === 'ed25519'
      ? Buffer.concat([Buffer.of(0xed), ed25519.getPublicKey(secret)])
      : Buffer.from(secp256k1.getPublicKey(secret, true));
  const sign = (bytes: Uint8Array): Uint8Array =>
    kind === 'ed25519'
      ? ed25519.sign(bytes, secret)
      : secp256k1.sign(sha512(bytes).subarray(0, 32), secret, { prehash: false, format: 'der' });
  return {
    address: classicAddress(Buffer.from(ripemd160(sha256(key))).toString('hex')),
    publicKey: key.toString('hex').toUpperCase(),
    sign: (text: string | Buffer): string =>
      Buffer.from(sign(Buffer.from(text)))
        .toString('hex')
        .toUpperCase(),
  };
}

/** The bytes with one bit turned. */
export function withBit(bytes: Uint8Array, bit: number): Buffer {
  const changed = Buffer.from(bytes);
  const index = Math.floor(bit / 8) % changed.length;
  changed[index] = (changed[index] ?? 0) ^ (1 << (bit % 8));
  return changed;
}
