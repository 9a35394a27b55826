import { hashOf } from '../../schemas/values/hash.ts';
import { confidence, matchConfidence } from './confidence.ts';
import type { RuleSet } from './rule.ts';
import { type ComposedRuleSet, withFamilies } from './rule-set.ts';
import { impactV1 } from './v1/rules.ts';

/** In force until a control record activates another. */
export const initialRuleSet = 'impact-v1';

const published: readonly ComposedRuleSet[] = [impactV1];

/** The rule sets a fold can use, and the one it starts with. */
export interface RuleBook {
  readonly initial: string;
  /** Oldest first. */
  readonly sets: readonly RuleSet[];
  /** The set the fold starts with stays in force: control records change nothing. */
  readonly pinned?: true;
}

/** Every published rule set. */
export const publishedRules: RuleBook = { initial: initialRuleSet, sets: published };

/** A rule set of the book; undefined when the book lacks it. */
export const ruleSetOf = (version: string, { sets }: RuleBook = publishedRules): RuleSet | undefined =>
  sets.find((set) => set.version === version);

/** The book with one of its sets in force for the whole log. */
export const pinnedTo = (version: string, { sets }: RuleBook = publishedRules): RuleBook => ({
  initial: version,
  sets,
  pinned: true,
});

/** Versions in the book, oldest first. */
export const ruleSetVersions = ({ sets }: RuleBook = publishedRules): readonly string[] =>
  sets.map((set) => set.version);

/**
 * Hashes under which a set was published, oldest first: one for each family it grew by. Families that are appended judge what
 * earlier ones could not, so what was made under an earlier hash holds. `rules`: ids of the rules that the set had then.
 */
export function publishedHashes(set: RuleSet | ComposedRuleSet): readonly PublishedHash[] {
  const known = hashesOf.get(set);
  if (known !== undefined) return known;
  const counts = 'families' in set ? countsOf(set) : [];
  const prefixes: readonly RuleSet[] =
    'families' in set && counts.length > 0 ? counts.map((count) => withFamilies(set, count)) : [set];
  const hashes = prefixes.map((prefix) => ({
    hash: ruleSetHash(prefix),
    rules: new Set(prefix.rules.map(({ id }) => id)),
  }));
  hashesOf.set(set, hashes);
  return hashes;
}

const countsOf = ({ families, firstFamilies = families.length }: ComposedRuleSet): readonly number[] =>
  families.flatMap((_, index) => (index + 1 >= firstFamilies ? [index + 1] : []));

export interface PublishedHash {
  readonly hash: string;
  readonly rules: ReadonlySet<string>;
}

const hashesOf = new WeakMap<RuleSet, readonly PublishedHash[]>();

/**
 * sha256 hex over all texts and parameters of a rule set, not its code; the hash of a published set never changes. Its code
 * is pinned by the verdicts on a fixed set of cases (tests/pipeline/impact/assess.test.ts).
 */
export const ruleSetHash = (set: RuleSet): string =>
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
    confidence: { ...confidence, ...matchConfidence },
  });
