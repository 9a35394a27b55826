import { hashOf } from '../../schemas/values/hash.ts';
import { confidence, matchConfidence } from './confidence.ts';
import type { RuleSet } from './rule.ts';
import { impactV1 } from './v1/rules.ts';

/** In force until a control record activates another. */
export const initialRuleSet = 'impact-v1';

const published: readonly RuleSet[] = [impactV1];

/** A published rule set; undefined when this code does not have it. */
export const ruleSetOf = (version: string): RuleSet | undefined => published.find((set) => set.version === version);

/** Versions this code has, oldest first. */
export const ruleSetVersions = (): readonly string[] => published.map((set) => set.version);

/** sha256 hex over everything a rule set says and applies to; a published set keeps its hash for ever. */
export const ruleSetHash = (set: RuleSet): string =>
  hashOf({
    version: set.version,
    rules: set.rules.map(({ id, appliesTo, claim, texts }) => ({ id, appliesTo, claim, texts })),
    confidence: { ...confidence, ...matchConfidence },
  });
