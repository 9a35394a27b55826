import type { ChainBlock } from '../cassette-header.ts';
import type { ChainAnswer, ChainRequest, Plan } from '../exchange.ts';
import { verifyAccountProof } from './proofs/account-proof.ts';
import { stateRootOf } from './proofs/block-header.ts';
import { proofRequest } from './proofs/proof-requests.ts';
import { blockRequest } from './calls/block-requests.ts';
import { takesOverrides } from './calls/read-many.ts';

/** What a provider can do beyond plain calls, tried and not assumed. */
export interface Capabilities {
  /** A call may replace the code of an account: 200 contracts are read in one call. Else each question is a request. */
  readonly overrides: boolean;
  /**
   * Proofs at the block: `verified` against its state root; `unverified`, because the form of the header is not known;
   * `contradicted`; `none`.
   */
  readonly proofs: 'verified' | 'unverified' | 'contradicted' | 'none';
  /** Number of blocks before the finalized one whose state is served, as far as tested; null: since the first block. */
  readonly archive: number | null;
  /** It states who created a contract (`ots_getContractCreator`). */
  readonly creator: boolean;
}

/** An account that exists on every chain with Ethereum's rules: the precompile for signatures. */
const tried = `0x${'1'.padStart(40, '0')}`;
const slot = `0x${'0'.repeat(64)}`;

/** Blocks before the finalized one; the last is beyond what nodes that prune keep. */
const depths = [0, 128, 10_000, 1_000_000] as const;

/** Tries each capability at a finalized block. */
export function* capabilityPlan(block: ChainBlock): Plan<Capabilities> {
  const overrides = yield* takesOverrides(block.hash);
  const reached = depths.filter((depth) => depth <= block.number);
  const proof = proofRequest(block.hash, { address: tried, keys: [slot], code: false, safe: null });
  const [header, proven, creator, first, ...older] = yield [
    blockRequest(block.hash),
    proof,
    { method: 'ots_getContractCreator', params: [tried] },
    ...[block.number, ...reached].map((depth) => balanceRequest(block.number - depth)),
  ];
  const root = header?.kind === 'result' ? stateRootOf(header.result, block.hash) : null;
  return {
    overrides,
    proofs: proofsOf(root, proven),
    archive: isAnswered(first) ? null : deepest(reached, older),
    // Null is an answer: the account was created by no transaction.
    creator: creator?.kind === 'result',
  };
}

function proofsOf(root: Uint8Array | null, answer: ChainAnswer | undefined): Capabilities['proofs'] {
  const verified = verifyAccountProof(root ?? new Uint8Array(32), tried, [slot], answer).kind;
  if (verified === 'none') return 'none';
  if (root === null) return 'unverified';
  return verified === 'proven' ? 'verified' : 'contradicted';
}

const balanceRequest = (number: number): ChainRequest => ({
  method: 'eth_getBalance',
  params: [tried, `0x${number.toString(16)}`],
});

const isAnswered = (answer: ChainAnswer | undefined): boolean =>
  answer?.kind === 'result' && typeof answer.result === 'string';

function deepest(reached: readonly number[], answers: readonly ChainAnswer[]): number {
  const missing = answers.findIndex((answer) => !isAnswered(answer));
  const served = missing < 0 ? reached : reached.slice(0, missing);
  return served.at(-1) ?? 0;
}
