/** How the observation of a chain goes: plain values, which a thread can post and a page can show. */
import type { ChainBlock } from '../../chain/cassette-header.ts';
import type { ProviderCapabilities } from './try-capabilities.ts';

export type ProviderState =
  /** Not asked yet. */
  | 'new'
  | 'used'
  /** Its newest finalized block is more than two steps behind the others'. */
  | 'lagging'
  /** It has no block at the number that the others agree on, or another hash there. */
  | 'differs'
  /** It contradicted a majority, and is not asked until `leftOutUntil`. */
  | 'left_out'
  | 'wrong_chain'
  /** It does not state which block is finalized. */
  | 'no_finalized_block'
  /** It did not answer. */
  | 'failing';

export interface ProviderHealth {
  readonly label: string;
  readonly state: ProviderState;
  /** Why it is not used, as a sentence without its full stop that names it by its label; null while it is. */
  readonly message: string | null;
  /** Its newest finalized block; null before the first answer. */
  readonly finalized: ChainBlock | null;
  /** Requests that it answered, and those it did not, since the start. */
  readonly answered: number;
  readonly failed: number;
  /** What it can do, tried once an hour; null: not tried, or another kind of chain than Ethereum. */
  readonly capabilities: ProviderCapabilities | null;
  /** Milliseconds; null: it is not left out. */
  readonly leftOutUntil: number | null;
}

/** Why no round takes place. */
export type ChainProblem =
  /** Fewer providers than the quorum gave a usable block. */
  | 'too_few_providers'
  /** No hash of the newest common block has a quorum, or readings of one block differ. */
  | 'providers_disagree'
  /** The newest common block is before the one that was read last. */
  | 'behind'
  /** A finalized block has another hash now. Rounds stop until an operator resumes them. */
  | 'finalized_block_changed';

export interface RoundHealth {
  /** When it ended, milliseconds. */
  readonly at: number;
  readonly durationMs: number;
  readonly block: number;
  /** Assets that it read to find differences. */
  readonly swept: number;
  readonly unreadable: number;
  /** Assets in its capture. */
  readonly stated: number;
  /** Assets that the providers of the quorum read differently. */
  readonly disputed: number;
  /** Requests to providers, each with any number of calls. */
  readonly requests: number;
}

export interface ChainHealth {
  /** Slug. */
  readonly chain: string;
  /** Whether this process has the chain: in a cluster, one publisher has it. */
  readonly owned: boolean;
  /** Time between two rounds, milliseconds. */
  readonly stepMs: number;
  /** Providers that must agree. */
  readonly quorum: number;
  readonly providers: readonly ProviderHealth[];
  /** The block of the last round; null before the first. */
  readonly block: ChainBlock | null;
  /** Null while rounds take place. */
  readonly problem: ChainProblem | null;
  /** The problem as a sentence without its full stop. */
  readonly message: string | null;
  readonly lastRound: RoundHealth | null;
  /** Active assets that are read. */
  readonly assets: number;
  /** Of them, those without a statement that was accepted. */
  readonly unstated: number;
  /** Ids of assets that were unreadable in the last three rounds that read them, and for 24 hours; the first 100. */
  readonly unreadable: readonly string[];
  /** Statements that the gate rejected since the start. */
  readonly rejected: number;
}
