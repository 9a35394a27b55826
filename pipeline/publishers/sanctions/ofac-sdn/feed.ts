import type { SanctionsFeed } from '../../../ingest/feed.ts';
import { manifest } from './manifest.ts';
import { parse } from './parse.ts';
import { partOf } from './parts.ts';

/** OFAC's list of specially designated nationals, the set of CSV files. */
export const feed: SanctionsFeed = { kind: 'sanctions', manifest, partOf, parse };
