/** What ESMA's five files of the interim MiCA register have in common. */
import type { FeedManifest } from '../../ingest/feed.ts';

const hour = 60 * 60 * 1000;

export const esmaRegister = {
  owner: 'European Securities and Markets Authority',
  // Published anew every week or so.
  everyMs: 6 * hour,
  licence:
    'ESMA legal notice: reproduction with acknowledgement of the source (© European Securities and Markets Authority)',
  maximumDrop: 0.2,
  maximumVanish: 0.2,
  contentTypes: ['text/csv', 'text/plain', 'application/csv', 'application/vnd.ms-excel', 'application/octet-stream'],
} as const satisfies Partial<FeedManifest>;

/** One of the files. The folder is part of the address, not a date: the files are replaced in place. */
export const esmaFile = (name: string): FeedManifest['files'][number] => ({
  name,
  url: `https://www.esma.europa.eu/sites/default/files/2024-12/${name}`,
});
