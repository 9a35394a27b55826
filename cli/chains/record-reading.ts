import type { RpcProvider } from '../../infra/rpc/provider.ts';
import { UsageError } from '../../infra/errors.ts';
import type { AssetToRead, ChainBlock } from '../../pipeline/chain/cassette-header.ts';
import type { Cassette } from '../../pipeline/chain/cassette.ts';
import type { Exchange, Plan } from '../../pipeline/chain/exchange.ts';
import { provingPlanOf, readPlanOf } from '../../pipeline/chain/read-plans.ts';
import { readTokens } from '../../pipeline/chain/tokens.ts';
import { type BlockReading, type BlockWanted, readBlock } from '../../pipeline/publishers/chain/read-block.ts';
import { readLive } from '../../pipeline/publishers/chain/read-live.ts';
import { readSlot } from '../../pipeline/publishers/chain/read-slot.ts';
import { tryCapabilities } from '../../pipeline/publishers/chain/try-capabilities.ts';
import type { Chain } from '../../schemas/values/chains.ts';
import { CommandFailed } from '../program/process/exit.ts';

/** Reads one asset from a node, and returns the exchanges. Throws CommandFailed. */
export async function recordReading(
  provider: RpcProvider,
  chain: Chain,
  target: AssetToRead,
  wanted: BlockWanted,
): Promise<Cassette> {
  const { caip2, encoding } = chain;
  const { plan: version } = readTokens[encoding];
  const plan = version === null ? undefined : readPlanOf(version);
  if (version === null || plan === undefined) throw new Error(`there is no plan for ${caip2}`);
  const block = await foundBlock(provider, chain, wanted);
  const known = encoding === 'solana' ? null : await tryCapabilities(provider, block);
  const given = known?.creator === true ? { creators: [target.assetId] } : {};
  const common = { cassette: 1, chain: caip2, plan: version, block, ...given } as const;
  const header = { ...common, providers: [provider.label], quorum: 1, swept: 1, assets: [target] };
  const proving = provingPlanOf(version);
  if (proving === undefined) return { header, exchanges: await exchangesOf(plan(caip2, block, [target]), provider) };
  return {
    header: { ...header, proofs: true },
    exchanges: await exchangesOf(proving(caip2, block, [target], true, given), provider),
  };
}

async function exchangesOf<T>(plan: Plan<T>, provider: RpcProvider): Promise<readonly Exchange[]> {
  const live = await readLive(plan, provider);
  if (!('ok' in live)) throw new CommandFailed(live.message);
  return live.exchanges;
}

async function foundBlock(provider: RpcProvider, chain: Chain, wanted: BlockWanted): Promise<ChainBlock> {
  const found = await blockReading(provider, chain, wanted);
  if (!found.ok) throw new CommandFailed(found.message);
  return found.block;
}

function blockReading(provider: RpcProvider, chain: Chain, wanted: BlockWanted): Promise<BlockReading> {
  if (chain.encoding !== 'solana') return readBlock(provider, chain.chainId ?? 0, wanted);
  if (wanted.kind === 'finalized') return readSlot(provider, chain.caip2);
  throw new UsageError('a node of Solana answers for its newest finalized slot alone; leave --at out');
}
