/** Kinds of rules, and what a rule finds. Rules of a field are tried in this order. */
import type { FieldValue } from '../../../schemas/fields/field.ts';

export const ruleKinds = ['tag', 'tagText', 'cell', 'selector', 'table', 'sentence', 'pointer'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** A passage that a rule is about, and what the rule makes of it. */
export interface RuleMatch {
  /** Name of a field of the catalogue, or `report`, `instruments`. */
  readonly field: string;
  readonly kind: RuleKind;
  /** `extractionRule` of the observation: `ixbrl:<element>`, `template:<number>`, `selector:<name>`, `keyword:<rule>`. */
  readonly rule: string;
  /** The value; `why` it was left out, as a sentence part. */
  readonly outcome: { readonly value: FieldValue } | { readonly why: string };
  /** Verbatim from the reading. */
  readonly quote: string;
  readonly place: string;
}
