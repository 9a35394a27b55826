import type { SanctionsFeed } from '../../../ingest/feed.ts';
import { manifest } from './manifest.ts';
import { parse, tickerOf } from './parse.ts';

/** Digital currency addresses that OFAC lists, one file per ticker. */
export const feed: SanctionsFeed = { kind: 'sanctions', manifest, partOf: tickerOf, parse };
