import type { HolderTable } from './holder-texts.ts';

export const feesHolders: HolderTable = {
  holder_fees: {
    subject: 'what holding the token costs',
    weakens: 'A holder pays higher fees than before.',
    strengthens: 'A holder pays lower fees than before.',
    mixed: 'A holder pays some higher and some lower fees than before.',
    neutral: 'A holder pays the same fees as before.',
  },
};
