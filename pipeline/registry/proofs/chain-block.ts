import { formatTimestamp } from '../../../schemas/values/timestamp.ts';
import type { ChainBlock } from '../../chain/cassette-header.ts';
import type { ChainAnswer, ChainRequest } from '../../chain/exchange.ts';
import type { ProofClaim } from './proof.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** Asks whether the node is of the chain, and has the block and calls it final. */
export const blockRequests = ({ hash }: ChainBlock): readonly ChainRequest[] => [
  { method: 'eth_chainId', params: [] },
  { method: 'eth_getBlockByNumber', params: ['finalized', false] },
  { method: 'eth_getBlockByHash', params: [hash, false] },
];

/** Why the answers to these requests do not show the block as a final one of the chain; null if they do. */
export function blockProblem(
  { chain }: ProofClaim,
  block: ChainBlock,
  [id, finalized, header]: readonly (ChainAnswer | undefined)[],
): string | null {
  if (id?.kind !== 'result' || Number(id.result) !== chain.chainId) return `the node is not on ${chain.slug}`;
  const { number, hash, timestamp } = membersOf(header);
  if (hash !== block.hash || Number(number) !== block.number || Number(timestamp) !== block.timestamp) {
    return `the node does not have block ${block.number} with hash ${block.hash}`;
  }
  const newest = Number(membersOf(finalized)['number']);
  if (!(newest >= block.number)) return `block ${block.number} is not final`;
  return null;
}

const oldestBlockDays = 30;
/** Clocks of chains and of this machine differ. */
const longestAheadMs = 300_000;

/** Why a block is too old, or too new, for a proof of an import as of a time. */
export function blockAgeProblem({ asOf }: ProofClaim, { number, timestamp }: ChainBlock): string | null {
  const time = timestamp * 1_000;
  if (time < asOf - oldestBlockDays * dayMs) {
    return `block ${number} is of ${formatTimestamp(time)}, more than ${oldestBlockDays} days before the import`;
  }
  return time > asOf + longestAheadMs
    ? `block ${number} is of ${formatTimestamp(time)}, after the as-of of the import`
    : null;
}

/** The members of a result that is an object; none for any other answer. */
export function membersOf(answer: ChainAnswer | undefined): Readonly<Record<string, unknown>> {
  const result = answer?.kind === 'result' ? answer.result : null;
  return typeof result === 'object' && result !== null ? (result as Readonly<Record<string, unknown>>) : {};
}
