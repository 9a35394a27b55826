import type { FeedManifest } from '../../../ingest/feed.ts';
import { hourMs } from '../../../../schemas/values/durations.ts';

export const manifest: FeedManifest = {
  id: 'uk-sl',
  owner: 'Foreign, Commonwealth and Development Office, United Kingdom',
  label: 'the UK Sanctions List',
  short: 'UK',
  files: [{ name: 'UK-Sanctions-List.csv', url: 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv' }],
  everyMs: hourMs,
  licence: 'Open Government Licence v3.0; contains public sector information licensed under it',
  // Extracts of the list have a handful of entries. The parser refuses a file that is cut off inside a row.
  minimumRows: 1,
  wholeRows: 1000,
  maximumDrop: 0.05,
  maximumVanish: 0.2,
  parserVersion: '1.0.0',
};
