/** A change family in five small parts, as docs/add-a-change-family.md describes them: the total supply of a token. */
import { compared } from '../../pipeline/changes/families/family.ts';
import type { FamilyKinds } from '../../pipeline/changes/families/kinds.ts';
import { accept, change } from '../../pipeline/changes/finding.ts';
import { fillWording, type Wording } from '../../pipeline/text/template.ts';
import { formatDate } from '../../pipeline/text/values.ts';
import type { Comparison, ComparisonName } from '../../pipeline/impact/facts.ts';
import { defineRule, type RuleFamily } from '../../pipeline/impact/rule.ts';
import { object, text, type ValueOf } from '../../schemas/facts/shape.ts';

/** Entry of `schemas/facts/`. */
export const totalSupply = object({ amount: text });
type TotalSupply = ValueOf<typeof totalSupply>;

/** Entry of `pipeline/impact/facts.ts`; an example cannot extend the union, so it states the type by hand. */
const comparison = 'total_supply' as ComparisonName;
const comparisonOf = (old: TotalSupply, current: TotalSupply): Comparison =>
  ({ comparison, old, new: current }) as unknown as Comparison;

/** `kinds.ts`. */
export const supplyKinds = {
  supply_changed: { comparisons: [comparison], templates: ['changed'] },
} as const satisfies FamilyKinds<keyof typeof supplyTexts>;

/** `templates.ts`. */
export const supplyTexts = {
  changed: {
    title: 'Total supply changed',
    headline: 'The chain states a total supply of {after}',
    what: 'As of {date}, the chain states a total supply of {after}.',
    whatDetail: 'Before: {before}.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

const label = 'Total supply';

/** `compare.ts`, and the entry of `families.ts`. */
export const supplyFamily = compared(totalSupply, (seen, current) => {
  const { old } = seen;
  if (old === undefined || old === null || old.amount === current.amount) return accept;
  const [before, after] = [old.amount, current.amount];
  return change({
    category: 'disclosure_field',
    kind: 'supply_changed',
    changeKind: 'changed',
    stage: 'confirmed',
    comparable: seen.sameLineage,
    comparison: comparisonOf(old, current),
    wording: fillWording(supplyTexts.changed, { date: formatDate(seen.observedAt), before, after }),
    field: {
      name: seen.field,
      label,
      meaning: 'Tokens that exist.',
      stake: 'It is the number of claims on the reserve.',
    },
    before,
    after,
    previous: { label, value: before, note: null },
    current: { label, value: after, note: null },
  });
});

const texts = { reason: 'The chain states another supply.', holders: 'Another number of tokens exists than before.' };

/** `pipeline/impact/<version>/<family>/`: one rule, and its list. */
export const supplyRules: RuleFamily = {
  name: 'supply',
  rules: [
    defineRule({
      id: 'total-supply',
      appliesTo: { comparison },
      claim: 'Another supply is neutral.',
      texts,
      evaluate: () => ({ dimensions: [{ kind: 'supply', direction: 'neutral' }], materiality: 'material', ...texts }),
    }),
  ],
};
