import type { FamilyKinds } from '../kinds.ts';
import type { registerRowTexts } from './templates.ts';

/** Kinds of change of this family. */
export const registerRowKinds = {
  register_added: {
    comparisons: ['register_listed'],
    templates: ['added', 'restored', 'heldAdded', 'withdrawnAdded', 'withdrawnOther', 'subjectLeft'],
  },
  register_removed: {
    comparisons: ['register_listed'],
    templates: ['removed', 'heldRemoved', 'withdrawnRemoved', 'withdrawnOther', 'subjectLeft'],
  },
  register_detail_changed: {
    comparisons: ['register_listed'],
    templates: ['leftToken', 'leftIssuer', 'tokenAgain', 'issuerAgain'],
  },
} as const satisfies FamilyKinds<keyof typeof registerRowTexts>;
