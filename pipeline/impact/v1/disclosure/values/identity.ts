import type { FieldRule, FieldValue } from '../../../../../schemas/fields/field.ts';
import { unicodeForm } from '../../../../../schemas/values/unicode-form.ts';
import { minor, type Outcome, outcomeOf, unassessed } from './outcome.ts';
import { textOf } from './read-value.ts';

type IdentityRule = Extract<FieldRule, { readonly type: 'identity' }>;

/** A party, law or contact: another one is mixed, the same one in other words is neutral. */
export function compareIdentity({ of }: IdentityRule, old: FieldValue, current: FieldValue): Outcome {
  const isSame = sameness[of](old, current);
  if (isSame === null) return unassessed('unreadable');
  return isSame ? minor('same_identity') : outcomeOf('other_identity', 'mixed');
}

/** Named parties: replacement is mixed, addition neutral, removal weakens. */
export function compareParties(old: FieldValue, current: FieldValue): Outcome {
  const [before, after] = [partiesOf(old), partiesOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  const added = after.some((party) => !before.some((other) => isSameParty(other, party)));
  const removed = before.some((party) => !after.some((other) => isSameParty(party, other)));
  if (added && removed) return outcomeOf('parties_replaced', 'mixed');
  if (removed) return outcomeOf(after.length === 0 ? 'parties_gone' : 'parties_removed', 'weakens');
  return added ? outcomeOf('parties_added', 'neutral') : minor('same_identity');
}

/** Null when one side does not name any. */
const sameness: Readonly<Record<IdentityRule['of'], (old: FieldValue, current: FieldValue) => boolean | null>> = {
  party: (old, current) => {
    const [before, after] = [partyOf(old), partyOf(current)];
    return before === null || after === null ? null : isSameParty(before, after);
  },
  law: (old, current) => areSameText(textOf(old?.['law']), textOf(current?.['law'])),
  contact: (old, current) => areSameText(textOf(old?.['contact']), textOf(current?.['contact'])),
};

interface Party {
  readonly name: string;
  readonly lei: string | null;
  readonly registrationNumber: string | null;
  readonly country: string | null;
}

function partyOf(value: unknown): Party | null {
  if (typeof value !== 'object' || value === null) return null;
  const { name, lei, registrationNumber, country } = value as Readonly<Record<string, unknown>>;
  return typeof name === 'string'
    ? { name, lei: textOf(lei), registrationNumber: textOf(registrationNumber), country: textOf(country) }
    : null;
}

function partiesOf(value: FieldValue): readonly Party[] | null {
  const listed = value?.['parties'];
  if (!Array.isArray(listed)) return null;
  const parties = listed.map(partyOf).filter((party) => party !== null);
  return parties.length === listed.length ? parties : null;
}

/**
 * Compares by the strongest identifier that both state: LEI, then registration number, then name. The last two require that
 * the countries, if both are stated, are equal.
 */
function isSameParty(left: Party, right: Party): boolean {
  if (left.lei !== null && right.lei !== null) return left.lei === right.lei;
  if (left.country !== null && right.country !== null && left.country !== right.country) return false;
  return left.registrationNumber !== null && right.registrationNumber !== null
    ? formOf(left.registrationNumber) === formOf(right.registrationNumber)
    : formOf(left.name) === formOf(right.name);
}

const areSameText = (left: string | null, right: string | null): boolean | null =>
  left === null || right === null ? null : formOf(left) === formOf(right);

/** Ignores letter case, spaces, and punctuation without meaning in a name. */
const formOf = (text: string): string =>
  unicodeForm(text, 'NFKC')
    .toLowerCase()
    .replaceAll(/[\s.,;:'"’“”]+/g, ' ')
    .trim();
