import type { EvidenceSide, ImpactAssessment } from '../../schemas/generated/records.ts';
import type { Direction, Materiality, Term } from '../../schemas/vocabulary.ts';
import { combine, mergeDimensions } from './combine.ts';
import { confidence } from './confidence.ts';
import type { ComparisonName, ImpactFacts } from './facts.ts';
import { assessmentId } from './ids.ts';
import type { AssessmentRules, Rule, Standing, Verdict } from './rule.ts';

export interface AssessInput {
  readonly ruleSet: AssessmentRules;
  readonly changeId: string;
  readonly facts: ImpactFacts;
  readonly evidence: { readonly old: EvidenceSide; readonly new: EvidenceSide };
  readonly inputFingerprint: string;
  /** Time of the observation that is assessed, milliseconds. */
  readonly assessedAt: number;
}

/** The assessment, with its terms typed by their vocabularies. */
export interface Assessment extends ImpactAssessment {
  readonly direction: Direction;
  readonly disposition: Term<'disposition'>;
}

/** An assessment, and the materiality that the rules give the change. */
export interface AssessedChange {
  readonly assessment: Assessment;
  readonly materiality: Materiality | null;
}

/** Evaluates the rules of the set in order; the trail has every rule that fired, downgrades included. */
export function assess(input: AssessInput): AssessedChange {
  const { standing, trail } = runRules(rulesFor(input.ruleSet, input.facts.comparison), input.facts);
  const assessment: Assessment = {
    id: assessmentId(input.ruleSet.version, input.changeId, input.inputFingerprint),
    direction: standing.direction,
    status: standing.status,
    disposition: standing.disposition,
    dimensions: standing.dimensions,
    reason: standing.reason,
    whatThisMeansForHolders: standing.holders,
    method: standing.method,
    confidence: standing.confidence,
    isFallback: standing.method === 'fallback',
    // All compared values are on the log, so no assessment has to wait for an artifact.
    retryRequired: false,
    rulesVersion: input.ruleSet.version,
    trail,
    evidence: input.evidence,
    inputFingerprint: input.inputFingerprint,
    assessedAt: input.assessedAt,
  };
  return { assessment, materiality: standing.materiality };
}

/** Rules of a set by comparison, in order: a set has some fifty rules, and few of them apply to one change. */
const indexes = new WeakMap<AssessmentRules, Map<ComparisonName, readonly Rule[]>>();

function rulesFor(ruleSet: AssessmentRules, comparison: ComparisonName): readonly Rule[] {
  const index = indexes.get(ruleSet) ?? new Map<ComparisonName, readonly Rule[]>();
  indexes.set(ruleSet, index);
  const found = index.get(comparison);
  if (found !== undefined) return found;
  const concerned = ruleSet.rules.filter(
    ({ appliesTo }) => appliesTo.comparison === 'any' || appliesTo.comparison === comparison,
  );
  index.set(comparison, concerned);
  return concerned;
}

interface FiredStep {
  readonly rule: string;
  readonly claim: string;
  readonly direction: Direction;
}

function runRules(rules: readonly Rule[], facts: ImpactFacts): { standing: Standing; trail: readonly FiredStep[] } {
  let standing: Standing | null = null;
  const trail: FiredStep[] = [];
  for (const rule of rules) {
    const verdict: Verdict | null = rule.evaluate(facts, standing);
    if (verdict === null) continue;
    standing = applied(standing ?? blank, verdict);
    trail.push({ rule: rule.id, claim: rule.claim, direction: standing.direction });
    if (verdict.final === true) break;
  }
  return { standing: standing ?? blank, trail };
}

const blank: Standing = {
  dimensions: [],
  direction: 'neutral',
  status: 'assessed',
  disposition: 'shown',
  method: 'deterministic',
  confidence: confidence.structured,
  materiality: null,
  reason: '',
  holders: '',
};

function applied(standing: Standing, verdict: Verdict): Standing {
  const { dimensions: added, reason } = verdict;
  const merged =
    added === undefined
      ? standing.dimensions
      : mergeDimensions(standing.dimensions.length === 0 ? added : [...standing.dimensions, ...added]);
  // If a change is not assessed, none of its dimensions is.
  const dimensions =
    verdict.direction === 'unassessed'
      ? merged.map(({ kind }) => ({ kind, direction: 'unassessed' as const }))
      : merged;
  const direction =
    added === undefined ? standing.direction : combine(dimensions.map((dimension) => dimension.direction));
  return {
    dimensions,
    direction: verdict.direction ?? direction,
    status: verdict.status ?? standing.status,
    disposition: verdict.disposition ?? standing.disposition,
    method: verdict.method ?? standing.method,
    confidence: verdict.confidence ?? standing.confidence,
    materiality: verdict.materiality === undefined ? standing.materiality : verdict.materiality,
    reason: standing.reason === '' ? reason : `${standing.reason} ${reason}`,
    holders: verdict.holders ?? standing.holders,
  };
}
