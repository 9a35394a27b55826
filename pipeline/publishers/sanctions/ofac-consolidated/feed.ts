import type { SanctionsFeed } from '../../../ingest/feed.ts';
import { manifest } from './manifest.ts';
import { parse } from './parse.ts';

/** OFAC's lists other than the SDN list, one XML document. */
export const feed: SanctionsFeed = { kind: 'sanctions', manifest, parse };
