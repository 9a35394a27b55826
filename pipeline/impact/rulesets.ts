import { hashOf } from '../../schemas/values/hash.ts';
import { memoizeByObject } from '../../schemas/values/memoize-by-object.ts';
import { confidence, matchConfidence } from './confidence.ts';
import type { RuleSet } from './rule.ts';

/** The rule sets a fold can use, and the one it starts with. */
export interface RuleBook {
  /** In force until a control record activates another. */
  readonly initial: string;
  /** Oldest first. */
  readonly sets: readonly RuleSet[];
  /** The set the fold starts with stays in force: control records change nothing. */
  readonly pinned?: true;
}

/** A rule set of the book; undefined when the book lacks it. */
export const ruleSetOf = (version: string, { sets }: RuleBook): RuleSet | undefined =>
  sets.find((set) => set.version === version);

/** The book with one of its sets in force for the whole log. */
export const pinnedTo = (version: string, { sets }: RuleBook): RuleBook => ({ initial: version, sets, pinned: true });

/** Versions in the book, oldest first. */
export const ruleSetVersions = ({ sets }: RuleBook): readonly string[] => sets.map((set) => set.version);

/**
 * sha256 hex over all texts and parameters of a rule set, the templates of its fold and its table of severities, not its
 * code; from 0.1.0 on the hash of a published set never changes. Its code is pinned by the verdicts on a fixed set of cases
 * (tests/pipeline/impact/assess.test.ts).
 */
export const ruleSetHash = memoizeByObject((set: RuleSet): string =>
  hashOf({
    version: set.version,
    fields: set.fields.map(({ name, rule, dimensions, protective, adverse, overlays }) => ({
      name,
      rule,
      dimensions,
      protective,
      adverse,
      overlays,
    })),
    rules: set.rules.map(({ id, appliesTo, claim, texts, parameters = {} }) => ({
      id,
      appliesTo,
      claim,
      texts,
      parameters,
    })),
    severity: set.severity,
    confidence: { ...confidence, ...matchConfidence },
    texts: set.texts,
  }),
);
