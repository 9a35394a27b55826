import type { Feed, FeedTable } from '../ingest/feed.ts';
import { columns as emtwpColumns, manifest as emtwpManifest } from './registers/esma-emtwp/manifest.ts';
import { parse as parseEmtwp } from './registers/esma-emtwp/parse.ts';
import { manifest as addressesManifest } from './sanctions/ofac-addresses/manifest.ts';
import { parse as parseAddresses, tickerOf } from './sanctions/ofac-addresses/parse.ts';

const all: readonly Feed[] = [
  { kind: 'register', manifest: emtwpManifest, columns: emtwpColumns, polarity: 'authorised', parse: parseEmtwp },
  { kind: 'sanctions', manifest: addressesManifest, partOf: tickerOf, parse: parseAddresses },
];

/** Every feed this build reads, by id. */
export const feeds: FeedTable = new Map(all.map((feed) => [feed.manifest.id, feed]));
