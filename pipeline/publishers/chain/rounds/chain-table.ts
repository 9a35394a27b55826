import { chainBySlug } from '../../../../schemas/values/chains.ts';
import { evmPlanVersion } from '../../../chain/evm/plan.ts';
import { readBlock } from '../read-block.ts';
import { tryCapabilities } from '../try-capabilities.ts';
import type { ChainFamily, ObservedChain } from './chain-family.ts';
import { readEvmHints } from './evm-hints.ts';

const evm: ChainFamily = {
  finalized: (provider, { chainId }, signal) => readBlock(provider, chainId ?? 0, { kind: 'finalized' }, signal),
  blockAt: (provider, { chainId }, number, signal) =>
    readBlock(provider, chainId ?? 0, { kind: 'number', number }, signal),
  hints: readEvmHints,
  capabilities: tryCapabilities,
  plan: evmPlanVersion,
};

const second = 1000;

/** Finalized blocks come once an epoch on Ethereum, with its epochs on its layers, and at once on Avalanche. */
const rows: readonly (readonly [slug: string, family: ChainFamily, stepMs: number])[] = [
  ['ethereum', evm, 60 * second],
  ['sepolia', evm, 300 * second],
  ['base', evm, 60 * second],
  ['plume', evm, 60 * second],
  ['avalanche', evm, 30 * second],
];

/** Chains that are read in rounds, by slug. */
export const observedChains: ReadonlyMap<string, ObservedChain> = new Map(
  rows.flatMap(([slug, family, stepMs]) => {
    const chain = chainBySlug(slug);
    return chain === undefined ? [] : [[slug, { chain, family, stepMs }] as const];
  }),
);
