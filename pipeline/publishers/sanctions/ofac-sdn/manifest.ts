import type { FeedManifest } from '../../../ingest/feed.ts';
import { minuteMs } from '../../../../schemas/values/durations.ts';

const base = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';

export const manifest: FeedManifest = {
  id: 'ofac-sdn',
  owner: 'Office of Foreign Assets Control, US Department of the Treasury',
  label: "OFAC's list of specially designated nationals",
  short: 'OFAC SDN',
  files: ['SDN.CSV', 'ALT.CSV', 'ADD.CSV', 'SDN_COMMENTS.CSV'].map((name) => ({
    name: name.toLowerCase(),
    url: `${base}/${name}`,
  })),
  redirectHosts: ['wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com'],
  everyMs: 15 * minuteMs,
  licence: 'Work of the United States Government, no copyright (17 USC 105)',
  // The parser refuses a cut-off file of any size.
  minimumRows: 1,
  maximumDrop: 0.05,
  maximumVanish: 0.2,
  parserVersion: '1.0.0',
};
