import type { FamilyKinds } from '../kinds.ts';
import type { sourceDriftTexts } from './templates.ts';

/** Kinds of change of this family. */
export const sourceKinds = {
  source_unreachable: {
    comparisons: ['source'],
    templates: ['unreachable'],
  },
  source_restored: {
    comparisons: ['source'],
    templates: ['restored'],
  },
  source_moved: {
    comparisons: ['source'],
    templates: ['moved', 'movedChanged', 'movedUncompared', 'movedDraft', 'movedWithdrawn'],
  },
  source_rewritten: {
    comparisons: ['source'],
    templates: ['rewritten', 'rewrittenAsOther', 'returned'],
  },
  content_drift: {
    comparisons: ['source'],
    templates: ['drift', 'driftUncompared', 'settled', 'returned', 'otherKind', 'automatedRefused'],
  },
} as const satisfies FamilyKinds<keyof typeof sourceDriftTexts>;
