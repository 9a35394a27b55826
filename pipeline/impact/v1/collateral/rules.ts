import type { RuleFamily } from '../../rule.ts';
import { collateralAdded } from './collateral-added.ts';
import { collateralAmended } from './collateral-amended.ts';
import { collateralConcentration } from './collateral-concentration.ts';
import { collateralDelisted } from './collateral-delisted.ts';
import { collateralDetail } from './collateral-detail.ts';
import { collateralInvalid } from './collateral-invalid.ts';
import { collateralListed } from './collateral-listed.ts';
import { collateralMaturity } from './collateral-maturity.ts';
import { collateralRemoved } from './collateral-removed.ts';
import { collateralRolled } from './collateral-rolled.ts';

/** Rules about the instruments of a reserve. */
export const collateralRules: RuleFamily = {
  name: 'collateral',
  rules: [
    ...[collateralAdded, collateralRemoved, collateralRolled, collateralDetail],
    ...[collateralMaturity, collateralConcentration, collateralInvalid],
    ...[collateralListed, collateralDelisted, collateralAmended],
  ],
};
