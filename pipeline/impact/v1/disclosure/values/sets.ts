import type { FieldRule, FieldValue } from '../../../../../schemas/fields/field.ts';
import { minor, type Outcome, outcomeOf, unassessed } from './outcome.ts';
import { codesOf } from './read-value.ts';

type Rule<T extends FieldRule['type']> = Extract<FieldRule, { readonly type: T }>;

/** Codes that each burden holders. */
export function compareSetBad(rule: Rule<'setBad'>, old: FieldValue, current: FieldValue): Outcome {
  const delta = deltaOf(rule.codes, old, current);
  if ('reasons' in delta) return delta;
  if (delta.added.length > 0 && delta.removed.length > 0) return outcomeOf('burdens_swapped', 'mixed');
  return delta.added.length > 0 ? outcomeOf('burdens_added', 'weakens') : outcomeOf('burdens_removed', 'strengthens');
}

/** Codes that each serve holders. The loss of an essential one weakens, even if others were added. */
export function compareSetGood(rule: Rule<'setGood'>, old: FieldValue, current: FieldValue): Outcome {
  const delta = deltaOf(rule.codes, old, current);
  if ('reasons' in delta) return delta;
  if (delta.removed.some((code) => rule.essential.includes(code))) return outcomeOf('essential_lost', 'weakens');
  if (delta.added.length > 0 && delta.removed.length > 0) return outcomeOf('benefits_swapped', 'mixed');
  return delta.added.length > 0 ? outcomeOf('benefits_added', 'strengthens') : outcomeOf('benefits_removed', 'weakens');
}

/** Codes in tiers, best first: the worst named tier decides, then the number of named codes in it. */
export function compareTierSet({ tiers }: Rule<'tierSet'>, old: FieldValue, current: FieldValue): Outcome {
  const delta = deltaOf(tiers.flat(), old, current);
  if ('reasons' in delta) return delta;
  if (delta.old.length === 0 || delta.current.length === 0) return unassessed('no_members');
  const [before, after] = [worstOf(tiers, delta.old), worstOf(tiers, delta.current)];
  if (after.tier !== before.tier) {
    return after.tier > before.tier
      ? outcomeOf('worst_tier_worse', 'weakens')
      : outcomeOf('worst_tier_better', 'strengthens');
  }
  if (after.count !== before.count) {
    return after.count > before.count
      ? outcomeOf('more_in_worst_tier', 'weakens')
      : outcomeOf('fewer_in_worst_tier', 'strengthens');
  }
  return outcomeOf('same_tiers', 'neutral');
}

interface Delta {
  readonly old: readonly string[];
  readonly current: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Added and removed codes; an outcome if there are none or if the codes cannot be ranked. */
function deltaOf(known: readonly string[], old: FieldValue, current: FieldValue): Delta | Outcome {
  const [before, after] = [codesOf(old), codesOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  const added = after.filter((code) => !before.includes(code));
  const removed = before.filter((code) => !after.includes(code));
  if (added.length === 0 && removed.length === 0) return minor('same_members');
  // The meaning of `other` is unknown and may differ between the readings, so the other codes are not ranked either.
  const areRanked = [...before, ...after].every((code) => known.includes(code));
  return areRanked ? { old: before, current: after, added, removed } : unassessed('off_scale');
}

function worstOf(
  tiers: readonly (readonly string[])[],
  codes: readonly string[],
): { readonly tier: number; readonly count: number } {
  const tier = tiers.findLastIndex((members) => members.some((code) => codes.includes(code)));
  return { tier, count: codes.filter((code) => tiers[tier]?.includes(code) === true).length };
}
