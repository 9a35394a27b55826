/** The obligations of `obligations-v1`: our reading of each rule. A published version never changes. */
import type { Obligation } from '../rule.ts';
import { micaArt } from './mica-art.ts';
import { micaEmt } from './mica-emt.ts';
import { micaOther } from './mica-other.ts';
import { others } from './others.ts';
import { usGenius } from './us-genius.ts';

export const rulesVersion = 'obligations-v1';

export const obligations: readonly Obligation[] = [...micaEmt, ...micaArt, ...micaOther, ...usGenius, ...others];
