import type { RpcProvider } from '../../../../../infra/rpc/provider.ts';
import type { Chain } from '../../../../../schemas/values/chains.ts';
import type { ChainBlock } from '../../../../chain/cassette-header.ts';
import type { AssetState } from '../../../../chain/statement.ts';
import type { BlockReading } from '../../read-block.ts';
import type { HintRequest } from './evm-hints.ts';
import type { ChainProvider } from './provider-set.ts';
import type { ProviderCapabilities } from '../../try-capabilities.ts';

/** What differs between kinds of chains in a round. */
export interface ChainFamily {
  /** The newest finalized block of a provider, which must be of the chain. */
  readonly finalized: (provider: RpcProvider, chain: Chain, signal: AbortSignal) => Promise<BlockReading>;
  /**
   * A block of a provider by number; null where providers answer at blocks of their own, so that hashes cannot be compared.
   */
  readonly blockAt:
    | ((provider: RpcProvider, chain: Chain, number: number, signal: AbortSignal) => Promise<BlockReading>)
    | null;
  /** Addresses that logged something; null: not known. Null where the chain has no such query. */
  readonly hints:
    | ((provider: ChainProvider, request: HintRequest, signal: AbortSignal) => Promise<ReadonlySet<string> | null>)
    | null;
  /** Tries what a provider can do; null where nothing depends on it. */
  readonly capabilities:
    | ((provider: RpcProvider, block: ChainBlock, signal: AbortSignal) => Promise<ProviderCapabilities | null>)
    | null;
  /** Accounts that a reading names besides the asset: their logs are hints for it, or a sweep reads them with it. */
  readonly accountsIn: (state: AssetState) => readonly string[];
  /** Version of the read plan. */
  readonly plan: string;
  /** Assets that one plan of a sweep reads together. */
  readonly sweepBatch: number;
}

/** A chain that is observed. */
export interface ObservedChain {
  readonly chain: Chain;
  readonly family: ChainFamily;
  /** Time between two rounds, milliseconds. */
  readonly stepMs: number;
}
