import type { FeedManifest } from '../../../ingest/feed.ts';
import { minuteMs } from '../../../../schemas/values/durations.ts';

export const manifest: FeedManifest = {
  id: 'un-sc',
  owner: 'United Nations Security Council',
  label: "the UN Security Council's consolidated list",
  short: 'UN',
  files: [{ name: 'consolidated.xml', url: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml' }],
  redirectHosts: ['unsolprodfiles.blob.core.windows.net'],
  everyMs: 15 * minuteMs,
  licence: 'United Nations, terms of use of un.org: reproduction with acknowledgement of the source',
  // The parser refuses a cut-off file of any size.
  minimumRows: 1,
  wholeRows: 400,
  maximumDrop: 0.05,
  maximumVanish: 0.2,
  parserVersion: '1.0.0',
  contentTypes: ['text/xml', 'application/xml', 'application/octet-stream'],
};
