import type { RegisterFeed } from '../../../ingest/feed.ts';
import { columns, manifest } from './manifest.ts';
import { parse } from './parse.ts';

/** ESMA's register of e-money token white papers. */
export const feed: RegisterFeed = { kind: 'register', manifest, columns, polarity: 'authorised', parse };
