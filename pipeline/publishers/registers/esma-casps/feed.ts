import { contactColumns, entityColumns, esmaFile, esmaRegister } from '../esma.ts';
import { csvRegister } from '../read-csv.ts';

/** ESMA's register of crypto-asset service providers. */
export const feed = csvRegister({
  manifest: {
    ...esmaRegister,
    id: 'esma-casps',
    label: "ESMA's register of crypto-asset service providers",
    files: [esmaFile('CASPS.csv')],
    minimumRows: 50,
    parserVersion: '1.0.0',
  },
  polarity: 'authorised',
  // `ae_` entity, `ac_` authorisation.
  columns: [
    ...entityColumns,
    ...contactColumns,
    { name: 'ae_website_platform', meaning: 'website', label: 'website of the trading platform' },
    { name: 'ac_authorisationNotificationDate', meaning: 'authorisation_date', label: 'date of authorisation' },
    { name: 'ac_authorisationEndDate', meaning: 'authorisation_end', label: 'end of authorisation' },
    { name: 'ac_serviceCode', meaning: 'services', label: 'authorised services' },
    { name: 'ac_serviceCode_cou', meaning: 'passport', label: 'countries of the services' },
    { name: 'ac_comments', meaning: 'comments', label: 'comments' },
    { name: 'ac_lastupdate', meaning: 'last_update', label: 'last update' },
  ],
});
