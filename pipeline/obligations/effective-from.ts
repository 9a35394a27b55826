/** From which day an obligation counts, where the law lets an event move it earlier. */
import { control as controlShape } from '../../schemas/facts.ts';
import type { AssetFact } from '../../schemas/generated/records.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import type { KeyedState } from '../runtime/processor.ts';
import type { Obligation } from './rule.ts';
import { dayMs } from '../../schemas/values/durations.ts';

const keyOf = (regime: string): string => `issued\t${regime}`;

/** Remembers what an operator declared of the final rules of a regime. The newest declaration counts. */
export function storeIssued(state: KeyedState, { subjectKey, value }: AssetFact): void {
  const { issued = null } = storedValue(value ?? '{}', controlShape);
  if (issued === null) state.delete(keyOf(subjectKey));
  else state.put(keyOf(subjectKey), issued);
}

/** The obligation with the day from which it counts: its own, or the earlier one that follows from the final rules. */
export function withEffectiveFrom(state: KeyedState, rule: Obligation): Obligation {
  const { regime, effectiveFrom, orAfterFinalRules: days } = rule;
  const issued = regime === null || days === undefined ? undefined : state.get<string>(keyOf(regime));
  if (issued === undefined || days === undefined) return rule;
  const day = new Date(Date.parse(issued) + days * dayMs).toISOString().slice(0, 10);
  return day < effectiveFrom ? { ...rule, effectiveFrom: day } : rule;
}
