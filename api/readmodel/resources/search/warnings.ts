import { hasMixedScripts } from '../../../../schemas/values/mixed-scripts.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import type { AssetSummary, RegistryReader } from '../../memory/registry/index.ts';

/** Why a token may be taken for another one. */
export const warningsOf = (
  asset: AssetSummary,
  { search }: Pick<RegistryReader, 'search'>,
): readonly Term<'searchWarning'>[] => [
  ...(search.isSymbolOfOthers(asset) ? (['other_issuer_same_symbol'] as const) : []),
  ...(hasMixedScripts(asset.symbol) || hasMixedScripts(asset.name) ? (['mixed_scripts'] as const) : []),
];
