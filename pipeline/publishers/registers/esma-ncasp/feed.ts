import { entityColumns, esmaFile, esmaRegister } from '../esma.ts';
import { csvRegister } from '../read-csv.ts';

/** ESMA's register of entities that provide crypto-asset services in violation of MiCA Article 59 or 61 (Article 110). */
export const feed = csvRegister({
  manifest: {
    ...esmaRegister,
    id: 'esma-ncasp',
    label: "ESMA's register of non-compliant entities",
    files: [esmaFile('NCASP.csv')],
    minimumRows: 30,
    parserVersion: '1.0.0',
  },
  polarity: 'non_compliant',
  // `ae_` entity. ESMA itself misspells `ae_infrigment`. By ESMA's description of the fields, the column states
  // whether ESMA found an infringement by the national authority (Regulation (EU) No 1095/2010, Article 17), not by
  // the entity.
  columns: [
    ...entityColumns,
    { name: 'ae_commercial_name', meaning: 'commercial_name', label: 'commercial name' },
    { name: 'ae_website', meaning: 'website', label: 'websites' },
    { name: 'ae_infrigment', meaning: 'infringement', label: 'finding of ESMA under Article 17' },
    { name: 'ae_reason', meaning: 'reason', label: 'reason of the authority' },
    { name: 'ae_decision_date', meaning: 'decision_date', label: 'date of the decision' },
    { name: 'ae_comments', meaning: 'comments', label: 'comments' },
    { name: 'ae_lastupdate', meaning: 'last_update', label: 'last update' },
  ],
});
