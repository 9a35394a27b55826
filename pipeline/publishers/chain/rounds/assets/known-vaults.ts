import type { KnownVaults } from '../../../../chain/cassette-header.ts';
import type { AssetState } from '../../../../chain/statement.ts';

/** Vaults that readings linked to their multisigs. */
export function vaultsIn(states: readonly AssetState[]): KnownVaults {
  const links = states.flatMap(({ facts }) =>
    facts.flatMap(({ field, subjectKey, value }) => {
      if (field !== 'control' || typeof value !== 'object' || value === null) return [];
      const { kind, delegate } = value as { readonly kind?: unknown; readonly delegate?: unknown };
      return kind === 'squads' && typeof delegate === 'string' ? [[subjectKey, delegate] as const] : [];
    }),
  );
  return sorted(new Map(links));
}

/** The vaults of several lists, each once. */
export const mergedVaults = (lists: readonly KnownVaults[]): KnownVaults => sorted(new Map(lists.flat()));

const sorted = (links: ReadonlyMap<string, string>): KnownVaults => [...links].sort(([a], [b]) => (a < b ? -1 : 1));
