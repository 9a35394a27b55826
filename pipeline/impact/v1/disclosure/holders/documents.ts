import type { HolderTable } from './holder-texts.ts';

export const documentsHolders: HolderTable = {
  document_reference: {
    subject: 'which document is in force',
    weakens: 'The document no longer names a chain, or any identifier of the token, that it named before.',
    mixed: 'The document is at an address of another owner than before.',
    neutral: 'The document is stated with other particulars than before, at an address of the same owner.',
  },
};
