import type { RuleFamily } from '../../rule.ts';
import { collateralReference } from './collateral-reference.ts';

/** Rules about the reference data of the instruments of a reserve. */
export const referenceRules: RuleFamily = { name: 'reference', rules: [collateralReference] };
