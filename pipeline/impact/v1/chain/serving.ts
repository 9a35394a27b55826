import type { Dimension, Direction } from '../../../../schemas/vocabulary.ts';
import type { DimensionVerdict } from '../../rule.ts';
import { all } from '../dimensions.ts';

/** Authority types by what their holder can do, beside governance. */
export const servedBy = {
  supply: ['mint_authority'],
  participant_protection: ['freeze_authority', 'pause_authority'],
} as const satisfies Partial<Record<Dimension, readonly string[]>>;

/** Governance, further dimensions, and those of the authorities that an account or a role serves, each once. */
export function towards(
  direction: Direction,
  { serves }: { readonly serves: readonly string[] },
  ...further: readonly Dimension[]
): readonly DimensionVerdict[] {
  const served = (Object.keys(servedBy) as (keyof typeof servedBy)[]).filter((dimension) =>
    servedBy[dimension].some((type) => serves.includes(type)),
  );
  return all(direction, ...new Set<Dimension>(['governance', ...further, ...served]));
}
