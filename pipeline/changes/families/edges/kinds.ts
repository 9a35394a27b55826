import type { FamilyKinds } from '../kinds.ts';
import type { edgeTexts } from './text/templates.ts';

/** Kinds of change of this family. */
export const edgeKinds = {
  edge_added: {
    comparisons: ['party_edge'],
    templates: ['added', 'addedFrom', 'draft', 'withdrawn', 'reviewed'],
  },
  edge_removed: {
    comparisons: ['party_edge'],
    templates: ['removed', 'ended', 'removedWithReason', 'draft', 'withdrawn', 'reviewed'],
  },
  edge_replaced: { comparisons: ['party_edge'], templates: ['replaced', 'draft', 'withdrawn', 'reviewed'] },
  edge_detail_changed: { comparisons: ['party_edge'], templates: ['detail'] },
} as const satisfies FamilyKinds<keyof typeof edgeTexts>;
