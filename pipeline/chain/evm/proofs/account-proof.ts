import { keccak_256 } from '@noble/hashes/sha3.js';
import { RLP } from 'micro-eth-signer/core/rlp.js';
import type { ChainAnswer } from '../../exchange.ts';
import { bytesOf, hexOf } from '../calls/abi.ts';
import { proveKey } from './merkle-proof.ts';
import { isRecord } from '../../../../schemas/values/is-record.ts';

/** What a state root proves of an account. */
export interface ProvenAccount {
  /** keccak-256 of its code; that of no bytes when it has none, or does not exist. */
  readonly codeHash: string;
  /** The word of each slot that was asked for, by its key. */
  readonly slots: ReadonlyMap<string, Buffer>;
}

/**
 * The answer of a provider to `eth_getProof`: what it proves, none (an error, or nothing that is a proof), or a proof that
 * does not fit the state root.
 */
export type AccountProof =
  | { readonly kind: 'proven'; readonly account: ProvenAccount }
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid' };

/** Code hash of an account without code. */
export const noCodeHash = hexOf(Buffer.from(keccak_256(new Uint8Array())));

const none: AccountProof = { kind: 'none' };
const invalid: AccountProof = { kind: 'invalid' };

/** Verifies the proof of an account (lower-case address) and of its slots (`0x` and 64 hex digits, in the order asked). */
export function verifyAccountProof(
  stateRoot: Uint8Array,
  address: string,
  keys: readonly string[],
  answer: ChainAnswer | undefined,
): AccountProof {
  if (answer?.kind !== 'result') return none;
  const given = proofsIn(answer.result);
  if (given === null) return none;
  const proven = proveKey(stateRoot, bytesOf(address), given.account);
  if (proven.kind === 'invalid' || given.slots.length !== keys.length) return invalid;
  const leaf = proven.kind === 'absent' ? absentLeaf : leafOf(proven.value);
  if (leaf === null) return invalid;
  const slots = new Map<string, Buffer>();
  for (const [index, key] of keys.entries()) {
    const word = wordOf(leaf.storageRoot, key, given.slots[index] ?? []);
    if (word === null) return invalid;
    slots.set(key, word);
  }
  return { kind: 'proven', account: { codeHash: hexOf(leaf.codeHash), slots } };
}

interface Leaf {
  readonly storageRoot: Buffer;
  readonly codeHash: Buffer;
}

const emptyTrie = Buffer.from(keccak_256(Uint8Array.of(0x80)));
const absentLeaf: Leaf = { storageRoot: emptyTrie, codeHash: bytesOf(noCodeHash) };

/** Account of the state trie: nonce, balance, storage root, code hash. */
function leafOf(value: Uint8Array): Leaf | null {
  const items = decoded(value);
  if (!Array.isArray(items) || items.length !== 4) return null;
  const [, , storageRoot, codeHash] = items as readonly unknown[];
  return isWord(storageRoot) && isWord(codeHash)
    ? { storageRoot: Buffer.from(storageRoot), codeHash: Buffer.from(codeHash) }
    : null;
}

/** A slot of the storage trie holds the RLP of its word without leading zeros; a slot that is not there holds zero. */
function wordOf(storageRoot: Buffer, key: string, proof: readonly Uint8Array[]): Buffer | null {
  const proven = proveKey(storageRoot, bytesOf(key), proof);
  if (proven.kind === 'invalid') return null;
  const value = proven.kind === 'absent' ? new Uint8Array() : decoded(proven.value);
  if (!(value instanceof Uint8Array) || value.length > 32) return null;
  const word = Buffer.alloc(32);
  word.set(value, 32 - value.length);
  return word;
}

function decoded(bytes: Uint8Array): unknown {
  try {
    return RLP.decode(bytes);
  } catch {
    return null;
  }
}

const isWord = (item: unknown): item is Uint8Array => item instanceof Uint8Array && item.length === 32;

interface GivenProofs {
  readonly account: readonly Uint8Array[];
  readonly slots: readonly (readonly Uint8Array[])[];
}

/** Null: the answer does not have the form of EIP-1186. Its figures are ignored: they are read from the proof alone. */
function proofsIn(result: unknown): GivenProofs | null {
  if (!isRecord(result) || !Array.isArray(result['storageProof'])) return null;
  const account = nodesIn(result['accountProof']);
  const slots = result['storageProof'].map((slot: unknown) => (isRecord(slot) ? nodesIn(slot['proof']) : null));
  return account !== null && slots.every((nodes) => nodes !== null) ? { account, slots } : null;
}

function nodesIn(value: unknown): readonly Uint8Array[] | null {
  if (!Array.isArray(value)) return null;
  const isHex = value.every((node) => typeof node === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(node));
  return isHex ? (value as readonly string[]).map((node) => bytesOf(node)) : null;
}
