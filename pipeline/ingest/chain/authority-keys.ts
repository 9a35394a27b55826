import { authority as authorityShape } from '../../../schemas/facts.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { type FactToWrite, placeOf, type StatedAsset } from './stated.ts';

/** Address of the account that an `authority` value names; null: given up. */
export const holderOf = (value: string | null): string | null => storedValue(value, authorityShape)?.address ?? null;

/** Authority type of a subject key, which is `<type>` or `<type>:<holder>`. */
export const typeOf = (key: string): string => key.split(':')[0] ?? '';

/** The statement that the chain no longer answers who has an authority. */
export const goneFact = (key: string, reason: 'function_gone' | 'contract_gone'): FactToWrite => ({
  subjectKind: 'authority',
  subjectKey: key,
  field: 'gone',
  value: canonicalJson({ reason }),
});

interface HeldAuthority {
  readonly key: string;
  readonly holder: string;
}

/**
 * The facts of a reading under the keys they were stated under. The plan names an authority by its type while one account
 * has it, and by type and holder while several do. A holder stays under its key, and the key of a type goes to a new
 * holder: otherwise a second holder would read as the end of the first.
 */
export function inStatedKeys(last: StatedAsset, read: readonly FactToWrite[]): readonly FactToWrite[] {
  const held = heldAuthorities(last);
  const authorities = read.filter(({ field, value }) => field === 'authority' && value !== null);
  const keys = new Set(read.filter(({ field }) => field === 'authority').map(({ subjectKey }) => subjectKey));
  const open = new Set(held.map(({ key }) => key));
  const left = held.filter(({ key }) => !keys.has(key));
  if (left.length === 0) return read;
  const fresh = authorities.filter(({ subjectKey }) => !open.has(subjectKey));
  const renamed = new Map<FactToWrite, string>();
  const taken = new Set<string>();
  const rename = (isHeir: (fact: FactToWrite, one: HeldAuthority) => boolean): void => {
    for (const fact of fresh) {
      if (renamed.has(fact)) continue;
      const one = left.find((candidate) => !taken.has(candidate.key) && isHeir(fact, candidate));
      if (one === undefined) continue;
      taken.add(one.key);
      renamed.set(fact, one.key);
    }
  };
  rename(({ subjectKey, value }, { key, holder }) => typeOf(subjectKey) === typeOf(key) && holderOf(value) === holder);
  rename(({ subjectKey }, { key }) => typeOf(subjectKey) === key);
  return read.map((fact) => {
    const subjectKey = renamed.get(fact);
    return subjectKey === undefined ? fact : { ...fact, subjectKey };
  });
}

/** The authorities that accounts have, by the newest statement. */
export function heldAuthorities({ facts }: StatedAsset): readonly HeldAuthority[] {
  return Object.entries(facts).flatMap(([id, { value }]) => {
    const { subjectKey, field } = placeOf(id);
    const holder = field === 'authority' ? holderOf(value) : null;
    return holder === null ? [] : [{ key: subjectKey, holder }];
  });
}
