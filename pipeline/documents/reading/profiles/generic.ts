import type { ProfileFile } from './schema.ts';

/** The profiles that come along. An operator's profile extends one of them, and never replaces it. */
export const genericProfiles: readonly ProfileFile[] = [
  { id: 'white-paper', language: 'en' },
  { id: 'terms', language: 'en' },
  {
    id: 'reserve-report',
    language: 'en',
    rejectedText: ['qualified opinion', 'except for the effects', 'adverse opinion', 'disclaimer of opinion'],
  },
  { id: 'page', language: 'en' },
];
