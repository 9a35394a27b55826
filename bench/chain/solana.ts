import { solanaSweepPlan } from '../../pipeline/chain/solana/plan.ts';
import { readLive } from '../../pipeline/publishers/chain/read-live.ts';
import type { BenchOptions } from '../bench.ts';
import { counting } from './world.ts';
import { atMost, type Measurement, ratioAtMost } from '../measurement.ts';

const mintCount = 1_000;
const holderCount = 20;
const accountsOfRequest = 98;

/** Requests of a sweep of mints, whose metadata are in the mint or in accounts of their own. */
export async function measureSolana({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  // Fewer mints would not fill their requests.
  const count = Math.max(mintCount, Math.round(mintCount * scale));
  return [await sweepOf(count, true), await sweepOf(count, false)];
}

async function sweepOf(count: number, hasOwnMetadata: boolean): Promise<Measurement> {
  const [accounts, { startSolanaNode }, { blockOf, solana }] = await Promise.all([
    import('../../tests/support/chain/solana-accounts.ts'),
    import('../../tests/support/chain/solana-node.ts'),
    import('../../tests/support/chain/read-solana.ts'),
  ]);
  const { mintAccount, ownMetadata, walletKey } = accounts;
  const node = await startSolanaNode();
  const mints = Array.from({ length: count }, (_, index) => walletKey(`mint ${index}`));
  for (const [index, mint] of mints.entries()) {
    const holder = walletKey(`holder ${index % holderCount}`);
    const extensions = hasOwnMetadata ? { extensions: ownMetadata(mint, holder) } : {};
    node.accounts.set(mint, mintAccount({ mintAuthority: holder, freezeAuthority: holder, ...extensions }));
  }
  const assets = mints.map((address) => ({ assetId: `${solana}/token:${address}`, address, standard: 'token' }));
  const provider = counting(node.provider());
  // As a publisher knows them from the last statement.
  const holders = Array.from({ length: holderCount }, (_, index) => walletKey(`holder ${index}`));
  const live = await readLive(solanaSweepPlan(solana, blockOf(node), assets, { accounts: holders }), provider);
  if (!('ok' in live) || live.value.some(({ reading }) => reading !== 'stated')) throw new Error('mints were not read');
  const keys = provider.sent.flat().flatMap(({ params }) => (params[0] as readonly string[]).slice(1, -1));
  const perThousand = (calls: number): number => (calls * 1_000) / count;
  const fewest = perThousand(Math.ceil(new Set(keys).size / accountsOfRequest));
  return {
    name: `requests of a sweep of 1,000 mints, metadata ${hasOwnMetadata ? 'in the mint' : 'in accounts beside'}`,
    unit: 'requests',
    value: perThousand(provider.calls()),
    floor: { name: 'every account once, 98 in a request', value: fewest },
    // Accounts beside the mints are as many again, and a request has 98.
    target: hasOwnMetadata ? atMost(11) : ratioAtMost(1.1),
  };
}
