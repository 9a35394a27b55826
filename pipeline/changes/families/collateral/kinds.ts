import type { FamilyKinds } from '../kinds.ts';
import type { collateralTexts } from './templates.ts';

/** Kinds of change of this family. */
export const collateralKinds = {
  isin_added: {
    comparisons: ['collateral_member', 'collateral_rolled'],
    templates: ['added', 'rolled', 'draft', 'withdrawn'],
  },
  isin_removed: { comparisons: ['collateral_member'], templates: ['removed', 'draft', 'withdrawn'] },
  isin_detail_changed: {
    comparisons: ['collateral_detail', 'collateral_maturity', 'collateral_concentration', 'collateral_reference'],
    templates: ['detail', 'maturity', 'above', 'below', 'reference', 'endsEarly', 'draft', 'withdrawn'],
  },
  isin_invalid: { comparisons: ['collateral_invalid'], templates: ['invalid'] },
} as const satisfies FamilyKinds<keyof typeof collateralTexts>;
