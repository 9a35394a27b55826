import type { RegisterFeed } from '../../../ingest/feed.ts';
import { columns, manifest } from './manifest.ts';
import { parse } from './parse.ts';

/** ESMA's register of white papers for crypto-assets other than e-money and asset-referenced tokens (MiCA Title II). */
export const feed: RegisterFeed = { kind: 'register', manifest, columns, polarity: 'authorised', parse };
