import { entityColumns, esmaFile, esmaRegister } from '../esma.ts';
import { csvRegister } from '../read-csv.ts';

/** ESMA's register of white papers for crypto-assets other than e-money and asset-referenced tokens (MiCA Title II). */
export const feed = csvRegister({
  manifest: {
    ...esmaRegister,
    id: 'esma-other',
    label: "ESMA's register of white papers for other crypto-assets",
    files: [esmaFile('OTHER.csv')],
    minimumRows: 200,
    parserVersion: '1.0.0',
  },
  polarity: 'authorised',
  // `ae_` entity, `wp_` white paper. Separate columns name a trading platform that drew up the white paper.
  columns: [
    ...entityColumns,
    { name: 'ae_lei_name_casp', meaning: 'service_provider', label: 'name of the service provider' },
    { name: 'ae_lei_casp', meaning: 'service_provider', label: 'LEI of the service provider' },
    { name: 'ae_offerCode_cou', meaning: 'passport', label: 'countries of the offer' },
    { name: 'ae_DTI_FFG', meaning: 'ffg', label: 'functionally fungible group' },
    { name: 'ae_DTI', meaning: 'dti', label: 'token identifiers' },
    { name: 'wp_url', meaning: 'white_paper_link', label: 'white paper link' },
    { name: 'wp_comments', meaning: 'comments', label: 'comments' },
    { name: 'wp_lastupdate', meaning: 'last_update', label: 'last update' },
  ],
});
