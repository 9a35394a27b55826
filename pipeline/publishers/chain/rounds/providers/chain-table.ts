import { chainBySlug } from '../../../../../schemas/values/chains.ts';
import { evmPlanVersion } from '../../../../chain/evm/plan.ts';
import { solanaPlanVersion } from '../../../../chain/solana/plan.ts';
import { readBlock } from '../../read-block.ts';
import { readSlot } from '../../read-slot.ts';
import { tryCapabilities } from '../../try-capabilities.ts';
import type { ChainFamily, ObservedChain } from './chain-family.ts';
import { controllersIn, lowerCaseAccountsIn } from './accounts-in.ts';
import { readEvmHints } from './evm-hints.ts';
import { secondMs } from '../../../../../schemas/values/durations.ts';

const evm: ChainFamily = {
  finalized: (provider, { chainId }, signal) => readBlock(provider, chainId ?? 0, { kind: 'finalized' }, signal),
  blockAt: (provider, { chainId }, number, signal) =>
    readBlock(provider, chainId ?? 0, { kind: 'number', number }, signal),
  hints: readEvmHints,
  capabilities: tryCapabilities,
  accountsIn: lowerCaseAccountsIn,
  plan: evmPlanVersion,
  // Contracts of one call: a provider that answers another batch stays in turn.
  sweepBatch: 200,
};

/** Each node answers at its newest slot alone, and has no query for what changed: every round is a slice of the sweep. */
const solana: ChainFamily = {
  finalized: (provider, { caip2 }, signal) => readSlot(provider, caip2, signal),
  blockAt: null,
  hints: null,
  capabilities: null,
  accountsIn: controllersIn,
  plan: solanaPlanVersion,
  // Many, so that the last request of a level is seldom nearly empty.
  sweepBatch: 1_000,
};

/** Finalized blocks come once an epoch on Ethereum, with its epochs on its layers, and at once on Avalanche and Solana. */
const rows: readonly (readonly [slug: string, family: ChainFamily, stepMs: number])[] = [
  ['ethereum', evm, 60 * secondMs],
  ['sepolia', evm, 300 * secondMs],
  ['base', evm, 60 * secondMs],
  ['plume', evm, 60 * secondMs],
  ['avalanche', evm, 30 * secondMs],
  ['solana', solana, 60 * secondMs],
];

/** Chains that are read in rounds, by slug. */
export const observedChains: ReadonlyMap<string, ObservedChain> = new Map(
  rows.flatMap(([slug, family, stepMs]) => {
    const chain = chainBySlug(slug);
    return chain === undefined ? [] : [[slug, { chain, family, stepMs }] as const];
  }),
);
