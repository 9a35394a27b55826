import type { RegisterFeed } from '../../../ingest/feed.ts';
import { columns, manifest } from './manifest.ts';
import { parse } from './parse.ts';

/** ESMA's register of entities that provide crypto-asset services in violation of MiCA Article 59 or 61 (Article 110). */
export const feed: RegisterFeed = { kind: 'register', manifest, columns, polarity: 'non_compliant', parse };
