import type { HolderTable } from './holder-texts.ts';

export const issuerHolders: HolderTable = {
  issuer_identity: {
    subject: 'which legal entity owes the obligations of the token',
    mixed: 'Another legal entity than before owes the obligations of the token.',
    neutral: 'The same legal entity as before owes the obligations of the token; it is named in other words.',
  },
  issuer_authorisation: {
    subject: 'what authorisation the issuer has',
    weakens: 'By this source, the issuer has less of an authorisation than before, or none.',
    strengthens: 'By this source, the issuer has more of an authorisation than before.',
  },
  external_auditor: {
    subject: 'which firm checks the figures of the issuer',
    mixed: 'Another firm than before checks the figures of the issuer.',
    neutral: 'The same firm as before checks the figures of the issuer; it is named in other words.',
  },
};
