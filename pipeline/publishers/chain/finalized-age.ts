/**
 * Usual age of the newest finalized block, in seconds: two epochs on Ethereum and its test network, the time until a batch is
 * final there on its layers, blocks that are accepted at once on Avalanche (made on demand), some 32 slots on Solana.
 */
const usualAges: Readonly<Record<string, number>> = {
  ethereum: 16 * 60,
  sepolia: 16 * 60,
  base: 20 * 60,
  plume: 20 * 60,
  avalanche: 60,
  solana: 20,
};

/** Older than this, seconds, a finalized block is a fault of the chain or its providers. */
export const oldestFinalized = (slug: string): number => 6 * (usualAges[slug] ?? Number.POSITIVE_INFINITY);
