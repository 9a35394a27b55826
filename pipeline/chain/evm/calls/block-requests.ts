import type { ChainRequest } from '../../exchange.ts';

/**
 * The parameter of a request that names the block. By hash, so that a block that was dropped is an error; by number, the
 * node would answer from the block that took its place.
 */
export const blockParameter = (hash: string): Readonly<Record<string, unknown>> => ({
  blockHash: hash,
  requireCanonical: true,
});

/** The header of a block, by hash. */
export const blockRequest = (hash: string): ChainRequest => ({ method: 'eth_getBlockByHash', params: [hash, false] });

/** The code of an account. */
export const codeRequest = (blockHash: string, address: string): ChainRequest => ({
  method: 'eth_getCode',
  params: [address, blockParameter(blockHash)],
});
