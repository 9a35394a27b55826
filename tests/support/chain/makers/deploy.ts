import type { TestChain } from '../contracts.ts';

/** Creates a contract; its address in lower case. */
export async function deployed({ anvil, keys }: TestChain, data: string): Promise<string> {
  const sent = await anvil.rpc('eth_sendTransactionSync', { from: keys[0], data, gas: '0x1c9c380' });
  const { status, contractAddress } = sent as { readonly status: string; readonly contractAddress: string };
  if (status !== '0x1') throw new Error('a contract was not created');
  return contractAddress.toLowerCase();
}
