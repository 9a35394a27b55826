import type { RuleFamily } from '../../rule.ts';
import { checkAgrees } from './check-agrees.ts';
import { checkContradicted } from './check-contradicted.ts';
import { checkDiffers } from './check-differs.ts';

/** Rules about two sources that state one thing. */
export const checkRules: RuleFamily = { name: 'checks', rules: [checkAgrees, checkContradicted, checkDiffers] };
