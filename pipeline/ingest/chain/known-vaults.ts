/** Vaults of Squads whose multisig a reading did not find, although an earlier one proved it. */
import { type AccountControlValue, accountControl, authority as authorityShape } from '../../../schemas/facts.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { factId } from '../../chain/statement.ts';
import type { FactToWrite, StatedAsset } from './stated.ts';

export interface WithVaults {
  readonly facts: readonly FactToWrite[];
  /** Vaults that stay as they were stated. */
  readonly kept: readonly string[];
}

/**
 * The facts of a reading, with vaults as they were last stated where it lost their multisig. A vault is linked by its newest
 * transactions, and anyone can send it so many that the link is not among them. The multisig it is derived from never
 * changes, so a lost link is no other controller.
 */
export function withKnownVaults(last: StatedAsset, read: readonly FactToWrite[]): WithVaults {
  const known = new Map<string, AccountControlValue & { readonly text: string }>();
  for (const fact of read) {
    const text = lastVault(last, fact);
    if (text !== null) known.set(fact.subjectKey, { text, ...storedValue(text, accountControl) });
  }
  if (known.size === 0) return { facts: read, kept: [] };
  const facts = read.map((fact) => {
    if (fact.value === null) return fact;
    if (fact.field === 'control') return { ...fact, value: known.get(fact.subjectKey)?.text ?? fact.value };
    const holder = fact.field === 'authority' ? storedValue(fact.value, authorityShape) : null;
    const vault = holder === null ? undefined : known.get(holder.address);
    if (holder === null || vault === undefined) return fact;
    const { voters, signers, threshold } = vault;
    return {
      ...fact,
      value: canonicalJson({ ...holder, accountType: 'multisig', signers: voters ?? signers, threshold }),
    };
  });
  return { facts, kept: [...known.keys()].sort() };
}

/** What was last stated of an account that the reading shows as an address of a program alone; null unless a vault. */
function lastVault({ facts }: StatedAsset, { field, value, ...place }: FactToWrite): string | null {
  if (field !== 'control' || value?.includes('"program_address"') !== true) return null;
  const before = facts[factId({ field, ...place })]?.value ?? null;
  if (before === null) return null;
  const { kind, delegate } = storedValue(before, accountControl);
  return kind === 'squads' && typeof delegate === 'string' ? before : null;
}
