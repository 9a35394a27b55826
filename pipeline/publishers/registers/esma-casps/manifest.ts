import type { FeedManifest, RegisterColumn } from '../../../ingest/feed.ts';
import { esmaFile, esmaRegister } from '../esma.ts';

export const manifest: FeedManifest = {
  ...esmaRegister,
  id: 'esma-casps',
  label: "ESMA's register of crypto-asset service providers",
  files: [esmaFile('CASPS.csv')],
  minimumRows: 50,
  parserVersion: '1.0.0',
};

/** `ae_` entity, `ac_` authorisation. */
export const columns: readonly RegisterColumn[] = [
  { name: 'ae_competentAuthority', meaning: 'authority', label: 'competent authority' },
  { name: 'ae_homeMemberState', meaning: 'country', label: 'home member state' },
  { name: 'ae_lei_name', meaning: 'legal_name', label: 'legal name' },
  { name: 'ae_lei', meaning: 'lei', label: 'LEI' },
  { name: 'ae_lei_cou_code', meaning: 'country', label: 'country of the LEI' },
  { name: 'ae_commercial_name', meaning: 'commercial_name', label: 'commercial name' },
  { name: 'ae_address', meaning: 'address', label: 'address' },
  { name: 'ae_website', meaning: 'website', label: 'website' },
  { name: 'ae_website_platform', meaning: 'website', label: 'website of the trading platform' },
  { name: 'ac_authorisationNotificationDate', meaning: 'authorisation_date', label: 'date of authorisation' },
  { name: 'ac_authorisationEndDate', meaning: 'authorisation_end', label: 'end of authorisation' },
  { name: 'ac_serviceCode', meaning: 'services', label: 'authorised services' },
  { name: 'ac_serviceCode_cou', meaning: 'passport', label: 'countries of the services' },
  { name: 'ac_comments', meaning: 'comments', label: 'comments' },
  { name: 'ac_lastupdate', meaning: 'last_update', label: 'last update' },
];
