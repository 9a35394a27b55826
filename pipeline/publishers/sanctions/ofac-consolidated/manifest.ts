import type { FeedManifest } from '../../../ingest/feed.ts';
import { minuteMs } from '../../../../schemas/values/durations.ts';

export const manifest: FeedManifest = {
  id: 'ofac-consolidated',
  owner: 'Office of Foreign Assets Control, US Department of the Treasury',
  label: "OFAC's consolidated list of sanctions other than the SDN list",
  short: 'OFAC consolidated',
  files: [
    {
      name: 'consolidated.xml',
      url: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/CONSOLIDATED.XML',
    },
  ],
  redirectHosts: ['wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com'],
  everyMs: 15 * minuteMs,
  licence: 'Work of the United States Government, no copyright (17 USC 105)',
  // The parser refuses a file of any size that is cut off or has fewer entries than it states.
  minimumRows: 1,
  maximumDrop: 0.05,
  maximumVanish: 0.2,
  parserVersion: '1.0.0',
  contentTypes: ['text/xml', 'application/xml', 'application/octet-stream'],
};
