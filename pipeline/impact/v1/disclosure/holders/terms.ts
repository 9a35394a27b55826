import type { HolderTable } from './holder-texts.ts';

export const termsHolders: HolderTable = {
  dispute_resolution: {
    subject: 'how a dispute with the issuer is decided',
    weakens: 'A holder has less access to a court in a dispute with the issuer than before.',
    strengthens: 'A holder has more access to a court in a dispute with the issuer than before.',
  },
  governing_law: {
    subject: 'which law applies to the terms',
    mixed: 'Another law than before decides the rights of a holder.',
  },
  amendment_power: {
    subject: 'how the rights of holders can be changed',
    weakens: 'Holders have less say than before when their rights are changed.',
    strengthens: 'Holders have more say than before when their rights are changed.',
  },
  amendment_notice: {
    subject: 'how long before a change the issuer gives notice',
    weakens: 'A holder has less time than before to act ahead of a change of the terms.',
    strengthens: 'A holder has more time than before to act ahead of a change of the terms.',
    neutral: 'A holder has as much time as before to act ahead of a change of the terms.',
  },
  transfer_restrictions: {
    subject: 'who can hold or send the token',
    weakens: 'A holder can pass the token on under more restrictions than before.',
    strengthens: 'A holder can pass the token on under fewer restrictions than before.',
    mixed: 'A holder can pass the token on under other restrictions than before.',
  },
};
