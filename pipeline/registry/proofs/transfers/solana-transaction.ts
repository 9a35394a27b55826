import { base58 } from '@scure/base';
import type { ChainBlock } from '../../../chain/cassette-header.ts';
import type { ChainAnswer, ChainRequest, Plan } from '../../../chain/exchange.ts';
import { keyBytes } from '../../../chain/solana/keys.ts';
import { membersOf } from '../chain-block.ts';
import { verifyEd25519 } from '../signatures/ed25519.ts';
import { type ProofClaim, type RefusedProof, refused } from '../proof.ts';
import { readWireTransaction, type WireTransaction } from './solana-wire.ts';

/** An instruction at the top level, with addresses. */
export interface SolanaInstruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Buffer;
}

/** The instructions of a final transaction that the authority of a claim signed. */
export type SignedInstructions = readonly SolanaInstruction[];

/** Asks for the block of a slot: whose network it is of, and what it is. */
export const slotRequests = (slot: number): readonly ChainRequest[] => [
  { method: 'getGenesisHash', params: [] },
  {
    method: 'getBlock',
    params: [
      slot,
      { commitment: 'finalized', maxSupportedTransactionVersion: 0, rewards: false, transactionDetails: 'none' },
    ],
  },
];

/** Asks for a final transaction by its first signature, as the bytes that were signed. */
export const finalTransactionRequest = (hash: string): ChainRequest => ({
  method: 'getTransaction',
  params: [hash, { commitment: 'finalized', encoding: 'base64', maxSupportedTransactionVersion: 0 }],
});

/** The block of a slot, or why the answers to `slotRequests` do not state it. */
export function slotOf(
  caip2: string,
  slot: number,
  [genesis, answer]: readonly (ChainAnswer | undefined)[],
): ChainBlock | string {
  const first = genesis?.kind === 'result' ? genesis.result : null;
  if (typeof first !== 'string' || `solana:${first.slice(0, 32)}` !== caip2) return `the node is not of ${caip2}`;
  const { blockhash, blockTime } = membersOf(answer);
  const hash = typeof blockhash === 'string' ? keyBytes(blockhash) : null;
  if (hash === null || !Number.isSafeInteger(blockTime)) return `the node has no final block of slot ${slot}`;
  return { number: slot, hash: `0x${Buffer.from(hash).toString('hex')}`, timestamp: Number(blockTime) };
}

/**
 * The top-level instructions of the transaction with this first signature, if it is final in this slot, took effect, and the
 * authority signed it. The signature is verified here, so a node cannot make up what was signed.
 */
export function* signedInstructions(
  { chain, authority }: ProofClaim,
  block: ChainBlock,
  hash: string,
): Plan<SignedInstructions | RefusedProof> {
  const [genesis, found, answer] = yield [...slotRequests(block.number), finalTransactionRequest(hash)];
  const known = slotOf(chain.caip2, block.number, [genesis, found]);
  if (typeof known === 'string') return refused('evidence.blockNumber', known);
  if (known.hash !== block.hash || known.timestamp !== block.timestamp) {
    return refused('evidence.blockNumber', `the node has another block in slot ${block.number}`);
  }
  const wrong = (reason: string): RefusedProof => refused('evidence.transactionHash', reason);
  const { slot, transaction, meta } = membersOf(answer);
  if (slot !== block.number) {
    return wrong(`is not final in slot ${block.number}${typeof slot === 'number' ? `, but in slot ${slot}` : ''}`);
  }
  const { err, loadedAddresses } = objectOf(meta);
  if (err !== null) return wrong(err === undefined ? 'has no result' : `failed: ${JSON.stringify(err).slice(0, 200)}`);
  const wire = wireOf(transaction);
  if (wire === null) return wrong('has another form than a transaction, legacy or version 0');
  const [first] = wire.signatures;
  if (first === undefined || base58.encode(first) !== hash) return wrong('is not the first signature of its bytes');
  const signer = wire.keys.indexOf(authority.address);
  const signature = signer < 0 ? undefined : wire.signatures[signer];
  if (signature === undefined) return wrong(`was not signed by ${authority.address}`);
  const key = keyBytes(authority.address);
  if (key === null || !verifyEd25519(signature, wire.message, key)) {
    return wrong(`has bytes that ${authority.address} did not sign`);
  }
  return instructionsOf(wire, loadedAddresses) ?? wrong('names an account that it does not have');
}

type Members = Readonly<Record<string, unknown>>;
const objectOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});

function wireOf(value: unknown): WireTransaction | null {
  const [text, encoding] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (typeof text !== 'string' || encoding !== 'base64') return null;
  return readWireTransaction(Buffer.from(text, 'base64'));
}

function instructionsOf({ keys, lookedUp, instructions }: WireTransaction, loaded: unknown): SignedInstructions | null {
  const { writable, readonly } = objectOf(loaded);
  const added = [writable, readonly].flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []));
  const all = [...keys, ...added.filter((key) => typeof key === 'string')];
  if (all.length !== keys.length + lookedUp) return null;
  const found = instructions.map(({ program, accounts, data }) => ({
    // A program is named by the message itself, which was signed.
    program: keys[program],
    accounts: accounts.map((index) => all[index]),
    data,
  }));
  const isWhole = (one: (typeof found)[number]): one is SolanaInstruction & (typeof found)[number] =>
    one.program !== undefined && !one.accounts.includes(undefined);
  return found.every(isWhole) ? found : null;
}
