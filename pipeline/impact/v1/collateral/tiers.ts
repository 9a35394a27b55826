import { fieldOfV1 } from '../fields-of-v1.ts';

const rule = fieldOfV1('reserve_asset_classes')?.rule;

/** Classes of assets by quality, highest first: those of the field `reserve_asset_classes`. */
export const tiers: readonly (readonly string[])[] = rule?.type === 'tierSet' ? rule.tiers : [];

/** 0 is the highest quality; null for a class that is not stated or has no tier. */
export function tierOf(code: string | null): number | null {
  const tier = tiers.findIndex((codes) => code !== null && codes.includes(code));
  return tier === -1 ? null : tier;
}

interface Worst {
  readonly tier: number;
  /** Some classes have no tier, so the worst may be lower. */
  readonly isPartial: boolean;
}

/** The lowest quality among classes. */
export function worstOf(codes: readonly (string | null)[]): Worst {
  const known = codes.map(tierOf);
  return { tier: Math.max(-1, ...known.map((tier) => tier ?? -1)), isPartial: known.includes(null) };
}
