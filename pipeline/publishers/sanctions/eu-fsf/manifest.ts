import type { FeedManifest } from '../../../ingest/feed.ts';
import { minuteMs } from '../../../../schemas/values/durations.ts';

const mebibyte = 1024 * 1024;

export const manifest: FeedManifest = {
  id: 'eu-fsf',
  owner:
    'European Commission, Directorate-General for Financial Stability, Financial Services and Capital Markets Union',
  label: "the European Union's consolidated list of financial sanctions",
  short: 'EU',
  files: [
    {
      name: 'xmlFullSanctionsList_1_1.xml',
      // The token is part of the public URL and the same for all clients.
      url: 'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
    },
  ],
  everyMs: 15 * minuteMs,
  licence: '© European Union, reuse with acknowledgement of the source (Commission Decision 2011/833/EU)',
  // The parser refuses a cut-off file of any size.
  minimumRows: 1,
  wholeRows: 1500,
  maximumDrop: 0.05,
  maximumVanish: 0.2,
  parserVersion: '1.0.0',
  // The list has 24 MB in 2025, and its server is slow.
  limits: { maximumBytes: 100 * mebibyte, maximumInflatedBytes: 200 * mebibyte, totalTimeoutMs: 3 * minuteMs },
  contentTypes: ['text/xml', 'application/xml', 'application/octet-stream'],
};
