import { disclosedCode } from '../../../../../schemas/facts/disclosed.ts';
import type { Observation } from '../../../../../schemas/generated/records.ts';
import { storedValue } from '../../../../../schemas/stored-value.ts';
import type { Comparison } from '../../../../impact/facts.ts';
import type { KeyedState } from '../../../../runtime/processor.ts';
import { factKey } from '../../../fact.ts';
import type { FieldFact } from '../../disclosure/field/field-fact.ts';

/**
 * The licence classes of the custodian before and after a change that a source stated first at `detectedAt`; null where it
 * stated no other class in the same reading.
 */
export function custodianClasses(
  state: KeyedState,
  { assetId, sourceKey }: Pick<Observation, 'assetId' | 'sourceKey'>,
  detectedAt: number,
): Extract<Comparison, { readonly comparison: 'party_edge' }>['classes'] {
  const place = { assetId, subjectKind: 'asset', subjectKey: '', field: 'custodian_status', sourceKey };
  const fact = state.get<FieldFact>(factKey(place));
  const change = fact?.draft ?? fact?.valueChange;
  if (change?.detectedAt !== detectedAt) return null;
  const [before, now] = [codeOf(change.old.value), codeOf(fact?.value)];
  return before === null || now === null ? null : { old: before, new: now };
}

const codeOf = (value: string | null | undefined): string | null => storedValue(value, disclosedCode)?.code ?? null;
