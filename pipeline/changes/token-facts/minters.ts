import { authority as authorityShape, chainRole } from '../../../schemas/facts.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { authorityOfRole } from '../../../schemas/terms/authorities.ts';
import { isSourceOf } from '../../../schemas/terms/source-keys.ts';
import type { KeyedState } from '../../runtime/processor.ts';
import { type Fact, factOfKey, factPrefix } from '../fact.ts';

const mint = 'mint_authority';

/**
 * Accounts that can create tokens, sorted, by the newest readings of a chain; empty when the chain states that no account can,
 * null when it does not state it.
 */
export function mintersOf(state: KeyedState, assetId: string): readonly string[] | null {
  const holders = new Set<string>();
  let isStated = false;
  for (const [key, fact] of state.entries<Fact>(factPrefix(assetId, 'authority'))) {
    const { subjectKey, field, sourceKey } = factOfKey(key);
    if (!isSourceOf('chain', sourceKey) || fact.ended === true) continue;
    // What one provider alone gave is not known yet.
    if (isOfMint(subjectKey) && fact.draft !== null) return null;
    if (field === 'gone' && isOfMint(subjectKey) && fact.value !== null) return null;
    if (field === 'authority' && isOfMint(subjectKey)) {
      isStated = true;
      if (fact.value !== null) holders.add(storedValue(fact.value, authorityShape).address);
    }
    if (field === 'role' && fact.value !== null) {
      const role = storedValue(fact.value, chainRole);
      if (authorityOfRole(role.name) === mint) for (const holder of role.holders) holders.add(holder);
    }
  }
  return isStated || holders.size > 0 ? [...holders].sort() : null;
}

/** A subject key is `<type>` or `<type>:<holder>`. */
const isOfMint = (subjectKey: string): boolean => subjectKey === mint || subjectKey.startsWith(`${mint}:`);
