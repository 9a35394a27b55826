import * as assert from 'uvu/assert';
import { readMints } from '../../../support/chain/read-solana.ts';
import { mintAccount, ownMetadata, walletKey } from '../../../support/chain/solana-accounts.ts';
import { startSolanaNode } from '../../../support/chain/solana-node.ts';

/** Requests for accounts, and bodies, that it takes to read so many mints; all are stated. */
export async function requestsForMints(
  count: number,
  metadata: 'inside' | 'elsewhere',
): Promise<readonly [requests: number, bodies: number]> {
  const mints = Array.from({ length: count }, (_, index) => walletKey(`mint ${index}`));
  const node = await startSolanaNode();
  for (const mint of mints) {
    const account =
      metadata === 'inside'
        ? mintAccount({ extensions: ownMetadata(mint, null) })
        : mintAccount({ mintAuthority: walletKey(`of ${mint}`) });
    node.accounts.set(mint, account);
  }
  const states = await readMints(node, mints);
  assert.ok(states.every(({ reading }) => reading === 'stated'));
  return [node.asked.get('getMultipleAccounts') ?? 0, node.bodies];
}
