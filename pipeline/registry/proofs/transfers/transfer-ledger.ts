import type { ChainBlock } from '../../../chain/cassette-header.ts';
import type { Plan } from '../../../chain/exchange.ts';
import type { ProofClaim, RefusedProof } from '../proof.ts';

/** How a kind of chain shows what a transaction did. */
export interface TransferLedger<Wanted> {
  /** Version of the requests and of what follows from their answers. */
  readonly version: string;
  /** Why the transaction in the block does not prove the claim; null if it does. `wanted` is what the challenge asks for. */
  readonly read: (claim: ProofClaim, block: ChainBlock, hash: string, wanted: Wanted) => Plan<RefusedProof | null>;
}
