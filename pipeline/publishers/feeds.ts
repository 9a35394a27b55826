import type { Feed, FeedTable } from '../ingest/feed.ts';
import { feed as esmaEmtwp } from './registers/esma-emtwp/feed.ts';
import { feed as ofacAddresses } from './sanctions/ofac-addresses/feed.ts';

const all: readonly Feed[] = [esmaEmtwp, ofacAddresses];

/** Every feed this build reads, by id. */
export const feeds: FeedTable = new Map(all.map((feed) => [feed.manifest.id, feed]));
