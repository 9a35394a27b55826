import { fieldsOfV1 } from './fields-of-v1.ts';
import { composeRuleSet } from '../rule-set.ts';
import { chainRules } from './chain/rules.ts';
import { checkRules } from './checks/rules.ts';
import { collateralRules } from './collateral/rules.ts';
import { referenceRules } from './collateral/reference-rules.ts';
import { comparable } from './comparable.ts';
import { disclosureRules } from './disclosure/rules.ts';
import { edgeRules } from './edges/rules.ts';
import { fallback } from './fallback.ts';
import { ownRules } from './own/rules.ts';
import { registerRules } from './register/rules.ts';
import { sanctionsRules } from './sanctions/rules.ts';
import { severityOfV1 } from './severity.ts';
import { sourceRules } from './source/rules.ts';
import { superseded } from './superseded.ts';
import { unconfirmed } from './unconfirmed.ts';

/**
 * The published rule set. Opening: whether the readings compare. Families: the meaning of the change. Closing: the fallback,
 * then the downgrades. Frozen from 0.1.0 on: another verdict or text is then a new rule set, which may append families.
 */
export const impactV1 = composeRuleSet({
  version: 'impact-v1',
  fields: fieldsOfV1,
  opening: [comparable],
  families: [
    ...[ownRules, registerRules, sanctionsRules, disclosureRules, sourceRules, chainRules],
    ...[collateralRules, edgeRules, checkRules, referenceRules],
  ],
  closing: [fallback, unconfirmed, superseded],
  severity: severityOfV1,
});
