import type { FamilyKinds } from '../kinds.ts';
import type { checkTexts } from './templates.ts';

/** Kinds of change of this family. */
export const checkKinds = {
  sources_disagree: {
    comparisons: ['source_check'],
    templates: ['supply', 'mint', 'authority', 'chains', 'restored'],
  },
} as const satisfies FamilyKinds<keyof typeof checkTexts>;
