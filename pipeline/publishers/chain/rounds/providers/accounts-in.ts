import type { AssetState } from '../../../../chain/statement.ts';

/** Accounts that control the asset, as the facts write them. */
export const controllersIn = ({ facts }: AssetState): readonly string[] =>
  facts.flatMap(({ subjectKey, field }) => (field === 'control' ? [subjectKey] : []));

/** The same and the contracts that hold its code, lower case. */
export function lowerCaseAccountsIn(state: AssetState): readonly string[] {
  const code = state.facts.flatMap(({ field, value }) => {
    if (field !== 'code' || typeof value !== 'object' || value === null) return [];
    const { implementation, beacon } = value as { readonly implementation?: unknown; readonly beacon?: unknown };
    return [implementation, beacon].filter((one) => typeof one === 'string');
  });
  return [...new Set([...controllersIn(state), ...code].map((account) => account.toLowerCase()))];
}
