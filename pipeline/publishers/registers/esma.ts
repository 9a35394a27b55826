/** Settings and columns that ESMA's five files of the interim MiCA register share. */
import type { FeedManifest, RegisterColumn } from '../../ingest/feed.ts';
import { hourMs } from '../../../schemas/values/durations.ts';

export const esmaRegister = {
  owner: 'European Securities and Markets Authority',
  // ESMA replaces the files about once a week.
  everyMs: 6 * hourMs,
  licence:
    'ESMA legal notice: reproduction with acknowledgement of the source (© European Securities and Markets Authority)',
  maximumDrop: 0.2,
  maximumVanish: 0.2,
  contentTypes: ['text/csv', 'text/plain', 'application/csv', 'application/vnd.ms-excel', 'application/octet-stream'],
} as const satisfies Partial<FeedManifest>;

/** One of the files. `2024-12` is a fixed part of the URL: ESMA replaces the files in place. */
export const esmaFile = (name: string): FeedManifest['files'][number] => ({
  name,
  url: `https://www.esma.europa.eu/sites/default/files/2024-12/${name}`,
});

/** The first columns of all five files. */
export const entityColumns: readonly RegisterColumn[] = [
  { name: 'ae_competentAuthority', meaning: 'authority', label: 'competent authority' },
  { name: 'ae_homeMemberState', meaning: 'country', label: 'home member state' },
  { name: 'ae_lei_name', meaning: 'legal_name', label: 'legal name' },
  { name: 'ae_lei', meaning: 'lei', label: 'LEI' },
  { name: 'ae_lei_cou_code', meaning: 'country', label: 'country of the LEI' },
];

/** The columns that follow them in the files of authorised entities. */
export const contactColumns: readonly RegisterColumn[] = [
  { name: 'ae_commercial_name', meaning: 'commercial_name', label: 'commercial name' },
  { name: 'ae_address', meaning: 'address', label: 'address' },
  { name: 'ae_website', meaning: 'website', label: 'website' },
];
