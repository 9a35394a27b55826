/** Proofs of Ethereum's Merkle Patricia trie, as `eth_getProof` of EIP-1186 gives them. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { RLP } from 'micro-eth-signer/core/rlp.js';

/** What a proof shows: the value under a key, that there is none, or nothing, because it does not fit the root. */
export type ProofResult =
  | { readonly kind: 'value'; readonly value: Uint8Array }
  | { readonly kind: 'absent' }
  | { readonly kind: 'invalid' };

type Item = Uint8Array | readonly Item[];
type Node = readonly Item[];

const absent: ProofResult = { kind: 'absent' };
const invalid: ProofResult = { kind: 'invalid' };

/**
 * Follows a key (whose keccak-256 is the path) from a root through the nodes of a proof. Each node must have the hash that
 * its parent names, and none may be left over, so that a proof with any byte changed is invalid.
 */
export function proveKey(root: Uint8Array, key: Uint8Array, proof: readonly Uint8Array[]): ProofResult {
  const path = nibblesOf(keccak_256(key));
  const nodes = [...proof];
  try {
    return follow(root, path, nodes);
  } catch {
    return invalid;
  }
}

/** Throws for bytes that are no RLP. */
function follow(root: Uint8Array, path: readonly number[], nodes: Uint8Array[]): ProofResult {
  if (isSame(root, emptyRoot)) return isProofOfEmpty(nodes) ? absent : invalid;
  const ends = (proven: ProofResult): ProofResult => (nodes.length === 0 ? proven : invalid);
  let node = hashedNode(root, nodes);
  let at = 0;
  while (node !== null) {
    const step: Step = node.length === 17 ? intoBranch(node, path[at]) : intoShort(node, path.slice(at));
    if (step.kind !== 'child') return step.kind === 'invalid' ? invalid : ends(step);
    at += step.nibbles;
    node = nodeAt(step.child, nodes);
  }
  return invalid;
}

type Step = ProofResult | { readonly kind: 'child'; readonly child: Item; readonly nibbles: number };

/** A branch has a child for each nibble, and a value for keys that end here. Hashed keys have one length, so none ends here. */
function intoBranch(node: Node, nibble: number | undefined): Step {
  const child = nibble === undefined ? undefined : node[nibble];
  if (child === undefined) return invalid;
  return isEmpty(child) ? absent : { kind: 'child', child, nibbles: 1 };
}

/** A leaf has the rest of the path and the value; an extension a part of the path and its child. */
function intoShort(node: Node, rest: readonly number[]): Step {
  const [encoded, second] = node;
  if (node.length !== 2 || !isBytes(encoded) || second === undefined) return invalid;
  const part = hexPrefixed(encoded);
  if (part === null) return invalid;
  const isOnPath = part.nibbles.every((nibble, index) => nibble === rest[index]);
  if (!part.isLeaf) {
    if (part.nibbles.length === 0 || isEmpty(second)) return invalid;
    return isOnPath ? { kind: 'child', child: second, nibbles: part.nibbles.length } : absent;
  }
  // A path of another length than the rest of the key is in no trie of hashed keys.
  if (part.nibbles.length !== rest.length || !isBytes(second)) return invalid;
  return isOnPath ? { kind: 'value', value: second } : absent;
}

/** The node that a reference leads to: 32 bytes are a hash, a shorter node is embedded as it is. */
function nodeAt(reference: Item, nodes: Uint8Array[]): Node | null {
  if (isBytes(reference)) return reference.length === 32 ? hashedNode(reference, nodes) : null;
  const [next] = nodes;
  // Some nodes give an embedded node once more, as an item of its own.
  if (next !== undefined && isSame(next, RLP.encode(reference as never))) nodes.shift();
  return reference;
}

function hashedNode(hash: Uint8Array, nodes: Uint8Array[]): Node | null {
  const bytes = nodes.shift();
  if (bytes === undefined || !isSame(keccak_256(bytes), hash)) return null;
  const node: Item = RLP.decode(bytes) as Item;
  return isBytes(node) ? null : node;
}

const emptyNode = Uint8Array.of(0x80);
const emptyRoot = keccak_256(emptyNode);
const isProofOfEmpty = (nodes: readonly Uint8Array[]): boolean =>
  nodes.length === 0 || (nodes.length === 1 && nodes[0] !== undefined && isSame(nodes[0], emptyNode));

const nibblesOf = (bytes: Uint8Array): readonly number[] => [...bytes].flatMap((byte) => [byte >> 4, byte & 15]);

/** Hex-prefix encoding: two bits of the first nibble state whether the node is a leaf and whether the path is odd. */
function hexPrefixed(bytes: Uint8Array): { readonly isLeaf: boolean; readonly nibbles: readonly number[] } | null {
  const [flag, filler, ...rest] = nibblesOf(bytes);
  if (flag === undefined || filler === undefined || flag > 3) return null;
  const isOdd = (flag & 1) === 1;
  if (!isOdd && filler !== 0) return null;
  return { isLeaf: flag > 1, nibbles: isOdd ? [filler, ...rest] : rest };
}

const isBytes = (item: Item | undefined): item is Uint8Array => item instanceof Uint8Array;
const isEmpty = (item: Item): boolean => item.length === 0;
const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.from(a).equals(b);
