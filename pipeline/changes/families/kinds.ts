import type { ComparisonName } from '../../impact/facts.ts';
import type { ExplanationKind } from '../../../schemas/vocabulary.ts';

/** What a family produces of one kind: the facts that rules get, and the templates of its texts. */
export interface ProducedKind<Template extends string = string> {
  readonly comparisons: readonly ComparisonName[];
  readonly templates: readonly Template[];
}

/** The kinds of change that a family produces. `schemas/explanation-kinds.ts` has their titles, meanings and hints. */
export type FamilyKinds<Template extends string = string> = Partial<
  Readonly<Record<ExplanationKind, ProducedKind<Template>>>
>;
