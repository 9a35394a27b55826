import type { AssetState } from '../../../../pipeline/chain/statement.ts';
import { factOf, holdersIn } from '../read-state.ts';
import type { TokenTruth } from './made-token.ts';

const types = ['mint_authority', 'pause_authority', 'freeze_authority'];

/** What a reading states falsely of a token, a phrase each. */
export function falseStatements(
  state: AssetState | undefined,
  { has, open, mayChange, isProxy, gaveUp }: TokenTruth,
): readonly string[] {
  if (state?.reading !== 'stated') return [`${state?.reading}: ${state?.unread.join(', ')}`];
  const found: string[] = [];
  const holders = holdersIn(state);
  const stated = new Set(Object.keys(holders).map((key) => key.split(':')[0]));
  const notKnown = factOf(state, 'holders_not_known') as readonly string[];
  for (const type of types) {
    if (has.includes(type) && !stated.has(type) && !notKnown.includes(type)) found.push(`${type} is absent`);
    if (holders[type] === null && has.includes(type)) found.push(`${type} is given up`);
    if (!has.includes(type) && (stated.has(type) || (!isProxy && notKnown.includes(type)))) {
      found.push(`${type} is invented`);
    }
    if (!open.includes(type) && holders[`${type}:anyone`] !== undefined) found.push(`${type} is open to anyone`);
  }
  if (mayChange && holders['upgrade_authority'] === null) found.push('upgrade_authority is given up');
  if (!mayChange && holders['upgrade_authority'] !== null) found.push('upgrade_authority is not given up');
  if (holders['owner'] === null && !gaveUp.includes('owner')) found.push('owner is given up');
  return found;
}
