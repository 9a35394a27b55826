import type { FeedManifest } from '../../../ingest/feed.ts';

const minute = 60 * 1000;
const mebibyte = 1024 * 1024;

export const manifest: FeedManifest = {
  id: 'eu-fsf',
  owner:
    'European Commission, Directorate-General for Financial Stability, Financial Services and Capital Markets Union',
  label: "the European Union's consolidated list of financial sanctions",
  files: [
    {
      name: 'xmlFullSanctionsList_1_1.xml',
      // The token is part of the public address, the same for everyone.
      url: 'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
    },
  ],
  everyMs: 15 * minute,
  licence: '© European Union, reuse with acknowledgement of the source (Commission Decision 2011/833/EU)',
  // A file that is cut off is refused by the parser, whatever its size.
  minimumRows: 1,
  maximumDrop: 0.05,
  maximumVanish: 0.2,
  parserVersion: '1.0.0',
  // The list has 24 MB in 2025; its server is not fast.
  limits: { maximumBytes: 100 * mebibyte, maximumInflatedBytes: 200 * mebibyte, totalTimeoutMs: 3 * minute },
  contentTypes: ['text/xml', 'application/xml', 'application/octet-stream'],
};
