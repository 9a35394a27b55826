import { contactColumns, entityColumns, esmaFile, esmaRegister } from '../esma.ts';
import { csvRegister } from '../read-csv.ts';

/** ESMA's register of e-money token white papers. */
export const feed = csvRegister({
  manifest: {
    ...esmaRegister,
    id: 'esma-emtwp',
    label: "ESMA's register of e-money token white papers",
    files: [esmaFile('EMTWP.csv')],
    minimumRows: 10,
    parserVersion: '1.0.0',
  },
  polarity: 'authorised',
  // `ae_` entity, `ac_` authorisation, `wp_` white paper.
  columns: [
    ...entityColumns,
    ...contactColumns,
    { name: 'ac_authorisationNotificationDate', meaning: 'authorisation_date', label: 'date of authorisation' },
    { name: 'ac_authorisationEndDate', meaning: 'authorisation_end', label: 'end of authorisation' },
    { name: 'ae_exemption48_4', meaning: 'exemption', label: 'exemption under Article 48(4)' },
    { name: 'ae_exemption48_5', meaning: 'exemption', label: 'exemption under Article 48(5)' },
    { name: 'ae_authorisation_other_emt', meaning: 'authorisation_kind', label: 'kind of authorisation' },
    { name: 'ae_DTI_FFG', meaning: 'ffg', label: 'functionally fungible group' },
    { name: 'ae_DTI', meaning: 'dti', label: 'token identifiers' },
    { name: 'wp_url', meaning: 'white_paper_link', label: 'white paper link' },
    {
      name: 'wp_authorisationNotificationDate',
      meaning: 'white_paper_date',
      label: 'date of the white paper notification',
    },
    { name: 'wp_comments', meaning: 'comments', label: 'comments' },
    { name: 'wp_lastupdate', meaning: 'last_update', label: 'last update' },
  ],
});
