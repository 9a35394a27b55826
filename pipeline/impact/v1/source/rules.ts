import type { RuleFamily } from '../../rule.ts';
import { contentDrift } from './content-drift.ts';
import { sourceMoved } from './source-moved.ts';
import { sourceRestored } from './source-restored.ts';
import { sourceRewritten } from './source-rewritten.ts';
import { sourceUnreachable } from './source-unreachable.ts';
import { wrongType } from './wrong-type.ts';

/** Rules about captured documents. */
export const sourceRules: RuleFamily = {
  name: 'source',
  rules: [sourceUnreachable, sourceRestored, sourceMoved, sourceRewritten, contentDrift, wrongType],
};
