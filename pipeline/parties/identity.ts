/** Which parties are one: by identifiers, and within one source by name. */
import type { EdgeParty } from '../../schemas/facts.ts';
import { identifierKey } from '../screening/identifiers.ts';
import { looseForm } from '../documents/fields/normal-forms.ts';

/** Prefixes of keys by which a party has one identifier at most: two that differ are two parties. */
const distinctive = /^(?:lei|registration:|tax:)/;

/** Comparison keys of the valid identifiers of a party, strongest first. One that is not valid identifies nothing. */
const identifiersOf = ({ lei, registration, bic, taxId, country }: EdgeParty): readonly string[] =>
  (
    [
      ['lei', lei],
      ['registration', registration],
      ['bic', bic],
      ['tax', taxId],
    ] as const
  ).flatMap(([kind, written]): readonly string[] => {
    const key = written === undefined ? null : identifierKey(kind, written, country ?? null);
    return key === null ? [] : [key];
  });

/** `lei:…`, `reg:<country>:<number>`, `bic:…`, or `name:<loose name>|<country or ->`: the strongest that a source states. */
export function partyKey(party: EdgeParty): string {
  const [strongest = ''] = identifiersOf(party).filter((key) => !key.startsWith('tax:'));
  if (strongest !== '') return strongest.replace(/^registration:/, 'reg:');
  return `name:${looseForm(party.name)}|${party.country ?? '-'}`;
}

/** Whether an identifier is equal and none contradicts. */
export function isIdentified(left: EdgeParty, right: EdgeParty): boolean {
  const [ours, theirs] = [identifiersOf(left), identifiersOf(right)];
  return !contradict(ours, theirs) && ours.some((key) => theirs.includes(key));
}

/**
 * Whether two readings of one source name the same party: an identifier is equal, or else the names are, and no identifier
 * and no country contradicts.
 */
export function isSameParty(left: EdgeParty, right: EdgeParty): boolean {
  const [ours, theirs] = [identifiersOf(left), identifiersOf(right)];
  if (contradict(ours, theirs)) return false;
  if (ours.some((key) => theirs.includes(key))) return true;
  const areElsewhere = left.country !== undefined && right.country !== undefined && left.country !== right.country;
  return !areElsewhere && hasSameName(left, right);
}

export const hasSameName = (left: EdgeParty, right: EdgeParty): boolean =>
  looseForm(left.name) === looseForm(right.name);

/** Both have an identifier of one kind and country, and they differ. */
const contradict = (ours: readonly string[], theirs: readonly string[]): boolean =>
  ours.some(
    (key) => distinctive.test(key) && !theirs.includes(key) && theirs.some((other) => kindOf(other) === kindOf(key)),
  );

/** `lei`, `registration:<country>`, `tax:<country>`. */
const kindOf = (key: string): string => key.slice(0, key.lastIndexOf(':'));
