import type { SanctionsFeed } from '../../../ingest/feed.ts';
import { manifest } from './manifest.ts';
import { parse } from './parse.ts';

/** The consolidated list that OFSI published until January 2026, the CSV file. */
export const feed: SanctionsFeed = { kind: 'sanctions', manifest, parse };
