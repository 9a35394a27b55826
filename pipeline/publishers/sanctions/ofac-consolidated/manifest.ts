import type { FeedManifest } from '../../../ingest/feed.ts';
import { ofacList, ofacUrl } from '../ofac.ts';

export const manifest: FeedManifest = {
  ...ofacList,
  wholeRows: 100,
  id: 'ofac-consolidated',
  label: "OFAC's consolidated list of sanctions other than the SDN list",
  short: 'OFAC consolidated',
  files: [{ name: 'consolidated.xml', url: ofacUrl('CONSOLIDATED.XML') }],
  // The file also states how many entries it has.
  parserVersion: '1.0.0',
  contentTypes: ['text/xml', 'application/xml', 'application/octet-stream'],
};
