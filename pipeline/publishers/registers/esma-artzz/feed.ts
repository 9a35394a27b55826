import { contactColumns, entityColumns, esmaFile, esmaRegister } from '../esma.ts';
import { csvRegister } from '../read-csv.ts';

/** ESMA's register of issuers of asset-referenced tokens. */
export const feed = csvRegister({
  manifest: {
    ...esmaRegister,
    id: 'esma-artzz',
    label: "ESMA's register of issuers of asset-referenced tokens",
    files: [esmaFile('ARTZZ.csv')],
    // No issuer is authorised yet: a file with only a header is valid.
    minimumRows: 0,
    // One of three rows may vanish. If all vanish at once, the file counts as broken.
    maximumDrop: 0.5,
    maximumVanish: 0.5,
    parserVersion: '1.0.0',
  },
  polarity: 'authorised',
  // `ae_` entity, `ac_` authorisation, `wp_` white paper.
  columns: [
    ...entityColumns,
    ...contactColumns,
    { name: 'ac_authorisationNotificationDate', meaning: 'authorisation_date', label: 'date of authorisation' },
    { name: 'ac_authorisationEndDate', meaning: 'authorisation_end', label: 'end of authorisation' },
    { name: 'ae_credit_institution', meaning: 'authorisation_kind', label: 'authorisation as a credit institution' },
    { name: 'wp_url', meaning: 'white_paper_link', label: 'white paper link' },
    {
      name: 'wp_authorisationNotificationDate',
      meaning: 'white_paper_date',
      label: 'date of the white paper notification',
    },
    { name: 'wp_url_cou', meaning: 'passport', label: 'countries of the offer' },
    { name: 'wp_comments', meaning: 'comments', label: 'comments' },
    { name: 'wp_lastupdate', meaning: 'last_update', label: 'last update' },
  ],
});
