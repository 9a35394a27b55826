import type { FamilyKinds } from '../kinds.ts';
import type { registryOwnTexts } from './templates.ts';

/** Kinds of change of this family. */
export const ownKinds = {
  register_status_changed: {
    comparisons: ['asset_status', 'issuer_kyi'],
    templates: ['withdrawn', 'active', 'kyiEnded', 'kyiBegun'],
  },
} as const satisfies FamilyKinds<keyof typeof registryOwnTexts>;
