import type { Direction } from '../../schemas/vocabulary.ts';
import type { DimensionVerdict } from './rule.ts';

/** One direction for each dimension, sorted by dimension; verdicts that disagree inside one are `mixed`. */
export function mergeDimensions(verdicts: readonly DimensionVerdict[]): readonly DimensionVerdict[] {
  const [first] = verdicts;
  if (first !== undefined && verdicts.length === 1) return [{ kind: first.kind, direction: first.direction }];
  const merged: DimensionVerdict[] = [];
  for (const { kind, direction } of verdicts) {
    const at = merged.findIndex((other) => other.kind === kind);
    const earlier = merged[at];
    if (earlier === undefined) merged.push({ kind, direction });
    else merged[at] = { kind, direction: combine([earlier.direction, direction]) };
  }
  return merged.sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

/** Overall direction: neutral ones do not count. The others agree, or it is `mixed`; `unassessed` only without others. */
export function combine(directions: readonly Direction[]): Direction {
  let common: Direction = 'neutral';
  for (const direction of directions) {
    if (direction === 'neutral' || direction === common) continue;
    if (common === 'neutral' || common === 'unassessed') common = direction;
    else if (direction !== 'unassessed') return 'mixed';
  }
  return common;
}
