import type { FieldRule, FieldValue } from '../../../../schemas/fields/field.ts';
import { minor, type Outcome, seen, unassessed } from './outcome.ts';
import { codesOf } from './read-value.ts';

type Rule<T extends FieldRule['type']> = Extract<FieldRule, { readonly type: T }>;

/** Codes of which each burdens holders. */
export function compareSetBad(rule: Rule<'setBad'>, old: FieldValue, current: FieldValue): Outcome {
  const delta = deltaOf(rule.codes, old, current);
  if ('sights' in delta) return delta;
  if (delta.added.length > 0 && delta.removed.length > 0) return seen('burdens_swapped', 'mixed');
  return delta.added.length > 0 ? seen('burdens_added', 'weakens') : seen('burdens_removed', 'strengthens');
}

/** Codes of which each serves holders; the loss of an essential one weakens whatever was added. */
export function compareSetGood(rule: Rule<'setGood'>, old: FieldValue, current: FieldValue): Outcome {
  const delta = deltaOf(rule.codes, old, current);
  if ('sights' in delta) return delta;
  if (delta.removed.some((code) => rule.essential.includes(code))) return seen('essential_lost', 'weakens');
  if (delta.added.length > 0 && delta.removed.length > 0) return seen('benefits_swapped', 'mixed');
  return delta.added.length > 0 ? seen('benefits_added', 'strengthens') : seen('benefits_removed', 'weakens');
}

/** Codes in tiers, best first: the worst tier that is named decides, then how many codes of it are named. */
export function compareTierSet({ tiers }: Rule<'tierSet'>, old: FieldValue, current: FieldValue): Outcome {
  const delta = deltaOf(tiers.flat(), old, current);
  if ('sights' in delta) return delta;
  if (delta.old.length === 0 || delta.current.length === 0) return unassessed('no_members');
  const [before, after] = [worstOf(tiers, delta.old), worstOf(tiers, delta.current)];
  if (after.tier !== before.tier) {
    return after.tier > before.tier ? seen('worst_tier_worse', 'weakens') : seen('worst_tier_better', 'strengthens');
  }
  if (after.count !== before.count) {
    return after.count > before.count
      ? seen('more_in_worst_tier', 'weakens')
      : seen('fewer_in_worst_tier', 'strengthens');
  }
  return seen('same_tiers', 'neutral');
}

interface Delta {
  readonly old: readonly string[];
  readonly current: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** What came and went; an outcome when nothing did or when it cannot be told. */
function deltaOf(known: readonly string[], old: FieldValue, current: FieldValue): Delta | Outcome {
  const [before, after] = [codesOf(old), codesOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  const added = after.filter((code) => !before.includes(code));
  const removed = before.filter((code) => !after.includes(code));
  if (added.length === 0 && removed.length === 0) return minor('same_members');
  // What `other` stands for is not said: it can differ on two dates, so nothing beside it is ranked either.
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
