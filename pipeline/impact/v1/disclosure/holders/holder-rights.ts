import type { HolderTable } from './holder-texts.ts';

export const holderRightsHolders: HolderTable = {
  holder_claim: {
    subject: 'against whom holders have a claim, and on what',
    weakens: 'The claim of a holder reaches less far than before.',
    strengthens: 'The claim of a holder reaches further than before.',
  },
  insolvency_treatment: {
    subject: 'where holders rank if the issuer fails',
    weakens: 'Holders rank lower than before if the issuer fails.',
    strengthens: 'Holders rank higher than before if the issuer fails.',
  },
  compensation_scheme: {
    subject: 'whether a scheme covers holders',
    weakens: 'No scheme that compensates holders is stated any more.',
    strengthens: 'A scheme that compensates holders is stated, where none was before.',
    neutral: 'Whether a scheme compensates holders is as before; its name differs.',
  },
  value_protection_scheme: {
    subject: 'whether a mechanism is meant to keep the value of the token',
    weakens: 'No mechanism that is meant to keep the value of the token is stated any more.',
    strengthens: 'A mechanism that is meant to keep the value of the token is stated, where none was before.',
    neutral: 'Whether a mechanism is meant to keep the value of the token is as before; its name differs.',
  },
  withdrawal_right: {
    subject: 'how long a purchase can be cancelled',
    weakens: 'A buyer has less time than before to cancel a purchase.',
    strengthens: 'A buyer has more time than before to cancel a purchase.',
    neutral: 'A buyer has as much time as before to cancel a purchase.',
  },
  yield_to_holders: {
    subject: 'who pays holders for holding the token',
    weakens: 'The issuer pays holders for holding the token, which the regime of the token forbids.',
    strengthens: 'The issuer no longer pays holders for holding the token, which the regime of the token forbids.',
    mixed: 'Who pays holders for holding the token, or whether anyone does, is not as before.',
  },
  complaints_contact: {
    subject: 'where and how a holder can complain',
    mixed: 'A holder who complains turns to another place than before.',
  },
};
