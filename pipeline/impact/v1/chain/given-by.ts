import { confidence } from '../../confidence.ts';

/** What one provider alone gave is less certain, also when it gave it twice. */
export const givenBy = ({ isAlone }: { readonly isAlone: boolean }): { readonly confidence: number } => ({
  confidence: isAlone ? confidence.structuredAndText : confidence.structured,
});
