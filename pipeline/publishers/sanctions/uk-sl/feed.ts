import type { SanctionsFeed } from '../../../ingest/feed.ts';
import { manifest } from './manifest.ts';
import { parse } from './parse.ts';

/** The UK Sanctions List, the CSV file. */
export const feed: SanctionsFeed = { kind: 'sanctions', manifest, parse };
