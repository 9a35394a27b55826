import { registerColumn, registerListed } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { storedValue } from '../../../../schemas/stored-value.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import { type Fact, factOfKey, factPrefix } from '../../fact.ts';

/**
 * Earlier legal names that an LEI record of the asset states for the entity of a register row. Another name in a register
 * is neutral if GLEIF states the earlier one as a previous name. Empty when the asset has no such record.
 */
export function formerNamesOf(state: KeyedState, { assetId, subjectKey }: Observation): readonly string[] {
  let lei: string | null = null;
  const records = new Map<string, string>();
  const names = new Map<string, readonly string[]>();
  for (const [key, fact] of state.entries<Fact>(factPrefix(assetId, 'register_row'))) {
    if (fact.value === null || fact.ended === true) continue;
    const { subjectKey: rowId, field } = factOfKey(key);
    if (field === 'listed') {
      const { polarity, status, token } = storedValue(fact.value, registerListed);
      if (polarity === 'identity' && status === 'listed') records.set(token, rowId);
      continue;
    }
    const { meaning, text, items } = storedValue(fact.value, registerColumn);
    if (meaning === 'previous_names') names.set(rowId, items ?? []);
    if (meaning === 'lei' && rowId === subjectKey) lei = text;
  }
  return names.get(records.get(lei ?? '') ?? '') ?? [];
}
