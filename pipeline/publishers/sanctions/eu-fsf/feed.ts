import type { SanctionsFeed } from '../../../ingest/feed.ts';
import { manifest } from './manifest.ts';
import { parse } from './parse.ts';

/** The European Union's consolidated list of financial sanctions, format 1.1. */
export const feed: SanctionsFeed = { kind: 'sanctions', manifest, parse };
