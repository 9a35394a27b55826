import { onOff, requestRate, text } from './readings.ts';
import { setting } from './setting.ts';

/** Settings of what fetches declared sources of assets. */
export const documentSettings = {
  documents: setting({
    name: 'ATTESTRY_DOCUMENTS',
    fallback: null,
    meaning: 'whether declared sources are fetched; on when unset, off with --demo',
    read: onOff,
  }),
  documentsContact: setting({
    name: 'ATTESTRY_DOCUMENTS_CONTACT',
    fallback: null,
    meaning: 'address or URL in the user agent of these requests; without it nothing is fetched',
    read: text,
  }),
  documentsRate: setting({
    name: 'ATTESTRY_DOCUMENTS_RATE',
    fallback: '1/s',
    meaning: 'requests to one registrable domain; its Crawl-delay is honoured on top',
    read: requestRate,
  }),
  profilesDir: setting({
    name: 'ATTESTRY_PROFILES_DIR',
    fallback: null,
    meaning: "directory of the operator's profiles of sources, JSON files",
    read: text,
  }),
} as const;
