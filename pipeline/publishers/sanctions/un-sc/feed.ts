import type { SanctionsFeed } from '../../../ingest/feed.ts';
import { manifest } from './manifest.ts';
import { parse } from './parse.ts';

/** The UN Security Council's consolidated list of persons and entities. */
export const feed: SanctionsFeed = { kind: 'sanctions', manifest, parse };
