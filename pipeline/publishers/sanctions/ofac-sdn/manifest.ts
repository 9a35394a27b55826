import type { FeedManifest } from '../../../ingest/feed.ts';
import { ofacList, ofacUrl } from '../ofac.ts';

export const manifest: FeedManifest = {
  ...ofacList,
  wholeRows: 5000,
  id: 'ofac-sdn',
  label: "OFAC's list of specially designated nationals",
  short: 'OFAC SDN',
  files: ['SDN.CSV', 'ALT.CSV', 'ADD.CSV', 'SDN_COMMENTS.CSV'].map((name) => ({
    name: name.toLowerCase(),
    url: ofacUrl(name),
  })),
  parserVersion: '1.0.0',
};
