import type { RuleFamily } from '../../rule.ts';
import { edgeChecker } from './edge-checker.ts';
import { edgeDetail } from './edge-detail.ts';
import { edgeKeeper } from './edge-keeper.ts';
import { edgeOwner } from './edge-owner.ts';
import { edgeService } from './edge-service.ts';
import { edgeSupport } from './edge-support.ts';
import { edgeReported } from './edge-reported.ts';
import { edgeUnjudged } from './edge-unjudged.ts';

/** Rules about the parties that have a role for an asset. */
export const edgeRules: RuleFamily = {
  name: 'edges',
  rules: [edgeDetail, edgeOwner, edgeKeeper, edgeChecker, edgeSupport, edgeService, edgeUnjudged, edgeReported],
};
