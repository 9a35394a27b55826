import type { Direction } from '../../schemas/vocabulary.ts';
import type { DimensionVerdict } from './rule.ts';

/** One direction for each dimension, sorted by dimension; verdicts that disagree inside one are `mixed`. */
export function mergeDimensions(verdicts: readonly DimensionVerdict[]): readonly DimensionVerdict[] {
  const [first] = verdicts;
  if (first !== undefined && verdicts.length === 1) return [{ kind: first.kind, direction: first.direction }];
  const merged = new Map<DimensionVerdict['kind'], Direction>();
  for (const { kind, direction } of verdicts) {
    merged.set(kind, joined(merged.get(kind), direction));
  }
  return [...merged].map(([kind, direction]) => ({ kind, direction })).sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

/** Overall direction: neutral ones do not count. The others agree, or it is `mixed`; `unassessed` only without others. */
export function combine(directions: readonly Direction[]): Direction {
  const known = directions.filter((direction) => direction !== 'neutral' && direction !== 'unassessed');
  const [first] = known;
  if (first === undefined) return directions.includes('unassessed') ? 'unassessed' : 'neutral';
  return known.every((direction) => direction === first) ? first : 'mixed';
}

const joined = (earlier: Direction | undefined, later: Direction): Direction =>
  earlier === undefined ? later : combine([earlier, later]);
