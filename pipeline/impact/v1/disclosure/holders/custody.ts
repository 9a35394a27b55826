import type { HolderTable } from './holder-texts.ts';

export const custodyHolders: HolderTable = {
  reserve_custodians: {
    subject: 'which firms hold the reserve',
    weakens: 'A firm that held assets of the reserve is no longer named.',
    mixed: 'Other firms than before hold assets of the reserve.',
    neutral: 'The firms of before hold assets of the reserve; a further one is named, or one in other words.',
  },
  custodian_status: {
    subject: 'what licence the custodian of the reserve has',
    weakens: 'The firm that holds the reserve has a licence class with less supervision than before.',
    strengthens: 'The firm that holds the reserve has a licence class with more supervision than before.',
  },
  freeze_and_seize_powers: {
    subject: 'what powers the issuer has over tokens of a holder',
    weakens: 'The issuer states more powers over tokens of a holder than before.',
    strengthens: 'The issuer states fewer powers over tokens of a holder than before.',
    mixed: 'The issuer states other powers over tokens of a holder than before.',
  },
};
