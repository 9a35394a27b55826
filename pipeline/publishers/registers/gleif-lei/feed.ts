import type { RegisterFeed } from '../../../ingest/feed.ts';
import { gleifManifest, gleifReader, goldenCopy } from '../../gleif/gleif-feed.ts';
import { leiColumns, leiRecords } from '../../gleif/lei-records.ts';

/** GLEIF's level 1 data: one row per LEI. */
export const feed: RegisterFeed = {
  kind: 'register',
  manifest: {
    ...gleifManifest,
    id: 'gleif-lei',
    label: "GLEIF's index of LEI records",
    files: [goldenCopy('lei2')],
    parserVersion: '1.0.0',
  },
  polarity: 'identity',
  key: [leiColumns.lei],
  columns: [
    { name: leiColumns.lei, meaning: 'lei', label: 'LEI' },
    { name: leiColumns.legalName, meaning: 'legal_name', label: 'legal name' },
    { name: leiColumns.previousNames, meaning: 'previous_names', label: 'previous legal names' },
    { name: leiColumns.tradingNames, meaning: 'other_names', label: 'trading or operating names' },
    { name: leiColumns.otherLanguageNames, meaning: 'other_names', label: 'legal names in other languages' },
    { name: leiColumns.country, meaning: 'country', label: 'country of the legal address' },
    { name: leiColumns.authorityId, meaning: 'registration_number', label: 'registration authority' },
    { name: leiColumns.authorityEntityId, meaning: 'registration_number', label: 'registration number' },
    { name: leiColumns.category, meaning: 'entity_category', label: 'entity category' },
    { name: leiColumns.legalForm, meaning: 'legal_form', label: 'legal form' },
    { name: leiColumns.entityStatus, meaning: 'entity_status', label: 'entity status' },
    { name: leiColumns.successor, meaning: 'successor', label: 'successor' },
    { name: leiColumns.registrationStatus, meaning: 'lei_status', label: 'registration status' },
    { name: leiColumns.nextRenewal, meaning: 'next_renewal', label: 'next renewal date' },
    { name: leiColumns.lastUpdate, meaning: 'last_update', label: 'last update' },
    { name: leiColumns.managingLou, meaning: 'managing_lou', label: 'managing LEI issuer' },
  ],
  ...gleifReader(leiRecords),
};
