/** What the lists of OFAC share. */
import { minuteMs } from '../../../schemas/values/durations.ts';
import type { FeedManifest } from '../../ingest/feed.ts';

export const ofacList = {
  owner: 'Office of Foreign Assets Control, US Department of the Treasury',
  redirectHosts: ['wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com'],
  everyMs: 15 * minuteMs,
  licence: 'Work of the United States Government, no copyright (17 USC 105)',
  // Each parser refuses a file of any size that is cut off.
  minimumRows: 1,
  maximumDrop: 0.05,
  maximumVanish: 0.2,
} as const satisfies Partial<FeedManifest>;

/** The address of a file of a list. */
export const ofacUrl = (file: string): string =>
  `https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/${file}`;
