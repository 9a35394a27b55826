import type { KeyedState } from '../../runtime/processor.ts';
import type { CheckFinding, LastCheck } from '../check.ts';
import { decimalOf } from '../decimals.ts';
import { newestSupplies, type SupplyReading } from '../token-state.ts';

/**
 * Whether the supply grew between two finalized readings that both state that no account can create tokens. A supply that grew
 * so differs until an account is stated to have the authority.
 */
export function checkMint(
  state: KeyedState,
  tokenId: string,
  assetId: string,
  last: LastCheck | undefined,
): CheckFinding | null {
  const [earlier, later] = newestSupplies(state, tokenId, assetId) ?? [];
  if (earlier === null || earlier === undefined || later === undefined) return null;
  const isHeld = later.minters !== null && later.minters.length > 0;
  const isStatedNone = earlier.minters?.length === 0 && later.minters?.length === 0;
  if (!isStatedNone && !(isHeld && last !== undefined)) return null;
  const grown = BigInt(later.units) - BigInt(earlier.units);
  const differs = isStatedNone && (grown > 0n || last?.state === 'differ');
  return {
    basis: '',
    state: differs ? 'differ' : 'agree',
    left: sideOf(earlier),
    right: sideOf(later),
    difference: differs ? decimalOf(grown, later.decimals ?? 0) : null,
  };
}

const sideOf = ({ sourceKey, units, decimals, at, observationId }: SupplyReading) => ({
  source: sourceKey,
  value: decimalOf(BigInt(units), decimals ?? 0),
  asOf: at,
  observationId,
});
