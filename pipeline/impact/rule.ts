import type { DisclosureField } from '../../schemas/fields/field.ts';
import type { AssessedDimension } from '../../schemas/generated/records.ts';
import type { SeverityTable } from '../../schemas/severity.ts';
import type { Dimension, Direction, ExplanationKind, Materiality, Term } from '../../schemas/vocabulary.ts';
import type { ComparisonName, FactsOf, ImpactFacts } from './facts.ts';

export interface DimensionVerdict extends AssessedDimension {
  readonly kind: Dimension;
  readonly direction: Direction;
}

/** The assessment after the rules evaluated so far. */
export interface Standing {
  readonly dimensions: readonly DimensionVerdict[];
  readonly direction: Direction;
  readonly status: Term<'assessmentStatus'>;
  readonly disposition: Term<'disposition'>;
  readonly method: Term<'assessmentMethod'>;
  readonly confidence: number;
  /** Only for disclosed fields; null for every other change. */
  readonly materiality: Materiality | null;
  /** Why, as sentences. */
  readonly reason: string;
  /** One factual line for a holder. */
  readonly holders: string;
}

/** The effect of one rule. Its dimensions are added to those of earlier rules, its `reason` is appended as a sentence. */
export interface Verdict extends Partial<Omit<Standing, 'dimensions'>> {
  readonly dimensions?: readonly DimensionVerdict[];
  readonly reason: string;
  /** No later rule is evaluated. */
  readonly final?: boolean;
}

/** Which comparisons a rule applies to; part of the published rule set. */
interface Applicability<C extends ComparisonName> {
  readonly comparison: C | 'any';
  readonly kinds?: readonly ExplanationKind[];
  /** For register columns: meanings of the column. */
  readonly meanings?: readonly string[];
}

/** One rule. `standing` is null while no earlier rule has fired. */
export interface RuleOf<C extends ComparisonName> {
  readonly id: string;
  readonly appliesTo: Applicability<C>;
  /** What the rule states, one sentence. */
  readonly claim: string;
  /** Every sentence the rule can emit. */
  readonly texts: Readonly<Record<string, string>>;
  /** Lists and numbers that the rule decides by, as JSON. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly evaluate: (facts: FactsOf<C>, standing: Standing | null) => Verdict | null;
}

export type Rule = Omit<RuleOf<ComparisonName>, 'evaluate'> & {
  /** Null when the rule does not fire. */
  readonly evaluate: (facts: ImpactFacts, standing: Standing | null) => Verdict | null;
};

/** Rules about the comparisons of one or more families of changes, in their order. */
export interface RuleFamily {
  readonly name: string;
  readonly rules: readonly Rule[];
}

/** Rules in the order of evaluation: everything that an assessment depends on. */
export interface AssessmentRules {
  readonly version: string;
  /** The catalogue of disclosure fields it was published with. */
  readonly fields: readonly DisclosureField[];
  readonly rules: readonly Rule[];
  /** How urgent a change is, by its verdict. */
  readonly severity: SeverityTable;
}

/** Tables of texts by name, as JSON. */
export type TextTables = Readonly<Record<string, unknown>>;

/** A published set: the rules, and the data from which a fold makes the other parts of a change. */
export interface RuleSet extends AssessmentRules {
  /** Templates of the fold, by family of changes. */
  readonly texts: Readonly<Record<string, TextTables>>;
}

/** A rule that is evaluated only for facts it applies to. */
export const defineRule = <C extends ComparisonName>(rule: RuleOf<C>): Rule => ({
  ...rule,
  evaluate: (facts, standing) =>
    appliesTo(rule.appliesTo, facts) ? rule.evaluate(facts as unknown as FactsOf<C>, standing) : null,
});

function appliesTo(applicability: Applicability<ComparisonName>, facts: ImpactFacts): boolean {
  const { comparison, kinds, meanings } = applicability;
  if (comparison !== 'any' && comparison !== facts.comparison) return false;
  if (kinds !== undefined && !kinds.includes(facts.kind)) return false;
  return meanings === undefined || (facts.comparison === 'register_column' && meanings.includes(facts.meaning));
}
