import { chains } from '../../../schemas/values/chains.ts';
import type { ChainFeed, ChainTable } from '../../ingest/chain/chain-feed.ts';
import { openCassette } from './open-cassette.ts';

/** Id of the feed that the readings of a chain are captured in, by the slug of the chain. */
export const chainFeedId = (slug: string): string => `chain-${slug}`;

/** Raised when comparing readings changes; how they are decoded is the version of their read plan. */
const parserVersion = '1';

const names: Readonly<Record<string, string>> = {
  ethereum: 'Ethereum',
  base: 'Base',
  avalanche: 'Avalanche',
  plume: 'Plume',
  sepolia: 'Sepolia',
  solana: 'Solana',
  xrpl: 'the XRP Ledger',
};

const all = chains.flatMap(({ slug, caip2 }): readonly ChainFeed[] => {
  const name = names[slug];
  if (name === undefined) return [];
  const manifest = { id: chainFeedId(slug), label: `readings of ${name}`, parserVersion };
  return [{ manifest, chain: caip2, open: openCassette }];
});

/** Feeds of all chains whose readings this build decodes, by id. */
export const chainFeeds: ChainTable = new Map(all.map((feed) => [feed.manifest.id, feed]));
