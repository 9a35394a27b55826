import type { FeedManifest } from '../../../ingest/feed.ts';
import { dayMs } from '../../../../schemas/values/durations.ts';

export const manifest: FeedManifest = {
  id: 'uk-conlist',
  owner: 'Office of Financial Sanctions Implementation, HM Treasury, United Kingdom',
  label: "OFSI's consolidated list of financial sanctions targets",
  short: 'UK consolidated',
  files: [{ name: 'ConList.csv', url: 'https://ofsistorage.blob.core.windows.net/publishlive/2022format/ConList.csv' }],
  everyMs: dayMs,
  // The UK Sanctions List replaced it in January 2026.
  containedIn: 'uk-sl',
  licence: 'Open Government Licence v3.0; contains public sector information licensed under it',
  // Extracts of the list have a handful of entries. The parser refuses a file that is cut off inside a row.
  minimumRows: 1,
  wholeRows: 1000,
  maximumDrop: 0.05,
  maximumVanish: 0.2,
  parserVersion: '1.0.0',
};
