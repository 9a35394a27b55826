import type { gleifColumnTexts } from './record-templates.ts';
import type { registerColumnTexts } from './templates.ts';
import type { FamilyKinds } from '../kinds.ts';

/** Kinds of change of this family. */
export const registerColumnKinds = {
  register_status_changed: {
    comparisons: ['register_column'],
    templates: ['authorisationEnds', 'registrationStatus', 'entityStatus'],
  },
  register_detail_changed: {
    comparisons: ['register_column'],
    templates: ['changed', 'added', 'addedMembers', 'removed', 'members', 'moved', 'movedTogether', 'legalName'],
  },
  register_corrected: {
    comparisons: ['register_column'],
    templates: ['corrected', 'authorisationContinues'],
  },
} as const satisfies FamilyKinds<keyof typeof registerColumnTexts | keyof typeof gleifColumnTexts>;
