import type { HolderTable } from './holder-texts.ts';

export const tokenomicsHolders: HolderTable = {
  supply_policy: {
    subject: 'who can create or destroy tokens, and up to what cap',
    weakens: 'Tokens can be created under fewer limits than before.',
    strengthens: 'Tokens can be created under more limits than before.',
    mixed: 'Tokens can be created under other limits than before: one is wider, another is narrower.',
    neutral: 'Tokens can be created on the same grounds as before; a cap is stated where none was stated before.',
  },
};
