import type { RegisterFeed } from '../../../ingest/feed.ts';
import { columns, manifest } from './manifest.ts';
import { parse } from './parse.ts';

/** ESMA's register of issuers of asset-referenced tokens. */
export const feed: RegisterFeed = { kind: 'register', manifest, columns, polarity: 'authorised', parse };
