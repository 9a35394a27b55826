import type { AssetToRead, ChainBlock, ReadingHeader } from '../../../pipeline/chain/cassette-header.ts';
import { type Cassette, parseCassette, writeCassette } from '../../../pipeline/chain/cassette.ts';
import { decodeCassette } from '../../../pipeline/chain/decode-cassette.ts';
import { solanaPlan, solanaPlanVersion } from '../../../pipeline/chain/solana/plan.ts';
import type { AssetState } from '../../../pipeline/chain/statement.ts';
import { readLive } from '../../../pipeline/publishers/chain/read-live.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { SolanaNode } from './solana-node.ts';

export const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

const assetAt = (address: string): AssetToRead => ({
  assetId: `${solana}/token:${address}`,
  address,
  standard: 'token',
});

export const blockOf = ({ slot, time }: Pick<SolanaNode, 'slot' | 'time'>): ChainBlock => ({
  number: slot,
  hash: `0x${'5a'.repeat(32)}`,
  timestamp: time,
});

/** Reads mints from the face as the program does. */
export async function readMintCassette(
  node: SolanaNode,
  mints: readonly string[],
  block = blockOf(node),
): Promise<Cassette<ReadingHeader> & { readonly states: readonly AssetState[] }> {
  const assets = mints.map(assetAt);
  const live = await readLive(solanaPlan(solana, block, assets), node.provider());
  if (!('ok' in live)) throw new Error(live.message);
  const header = { cassette: 1, chain: solana, plan: solanaPlanVersion, block, providers: ['own'] } as const;
  return {
    header: { ...header, quorum: 1, swept: mints.length, assets },
    exchanges: live.exchanges,
    states: live.value,
  };
}

/** The states of such a reading; the cassette must give the same ones. */
export async function readMints(
  node: SolanaNode,
  mints: readonly string[],
  block = blockOf(node),
): Promise<readonly AssetState[]> {
  const { states, ...cassette } = await readMintCassette(node, mints, block);
  const parsed = parseCassette(writeCassette(cassette));
  if (!parsed.ok) throw new Error(`line ${parsed.line}: ${parsed.refusal}`);
  const decoded = decodeCassette(parsed.cassette);
  if (!decoded.ok) throw new Error(decoded.reason);
  if (canonicalJson(decoded.states) !== canonicalJson(states)) throw new Error('a replay gives other states');
  return states;
}
