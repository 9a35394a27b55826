import { chains } from '../../../schemas/values/chains.ts';
import type { ChainFeed, ChainTable } from '../../ingest/chain/chain-feed.ts';
import { openCassette } from './open-cassette.ts';

/** Id of the feed that the readings of a chain are captured in, by the slug of the chain. */
export const chainFeedId = (slug: string): string => `chain-${slug}`;

/** Raised when comparing readings changes; how they are decoded is the version of their read plan. */
const parserVersion = '1';

const all = chains.map((chain): ChainFeed => {
  const manifest = { id: chainFeedId(chain.slug), label: `readings of ${chain.nameInText}`, parserVersion };
  return { manifest, chain: chain.caip2, open: openCassette };
});

/** Feeds of all chains whose readings this build decodes, by id. */
export const chainFeeds: ChainTable = new Map(all.map((feed) => [feed.manifest.id, feed]));
