/** Facts that a reading has no longer: what may be stated of them, and what must not. */
import { anyObject } from '../../../schemas/facts/shape.ts';
import { chainCode, chainPowers, chainRole, holdersNotKnown } from '../../../schemas/facts.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { memoizeByObject } from '../../../schemas/values/memoize-by-object.ts';
import { authorityOfRole, creatorAuthority, powersOfAuthorities } from '../../../schemas/terms/authorities.ts';
import { roleName } from '../../chain/evm/roles/role-names.ts';
import { type AssetState, factId } from '../../chain/statement.ts';
import { goneFact, holderOf, inStatedKeys, typeOf } from './authority-keys.ts';
import { withKnownVaults } from './known-vaults.ts';
import { type FactToWrite, placeOf, readingField, type StatedAsset } from './stated.ts';

/** A fact of the reading. `again`: it must be written although its value is the one last stated. */
interface SettledFact extends FactToWrite {
  readonly again: boolean;
}

export interface SettledFacts {
  /** Facts of the reading in its order, in the keys they were stated under. */
  readonly facts: readonly SettledFact[];
  /** Facts that ended with this reading. */
  readonly ended: readonly FactToWrite[];
  /** Vaults whose multisig was not found, and that stay as they were stated. */
  readonly vaults: readonly string[];
}

interface Facts {
  readonly get: (id: string) => string | null | undefined;
  readonly ids: readonly string[];
}

/**
 * A reading against what was last stated. Only an answer ends a fact: an authority without one stays as it was while the
 * code is the same, because the node or the state of the token may be the reason (a paused token shows no account that can
 * pause). With other code it is gone, which is not "given up".
 */
export function settle(last: StatedAsset | undefined, state: AssetState): SettledFacts {
  const read = state.facts
    .filter(({ subjectKind, field }) => subjectKind !== 'asset' || field !== readingField)
    .map(({ value, ...place }): FactToWrite => ({ ...place, value: value === null ? null : textOf(value) }));
  if (last === undefined) return { facts: read.map((fact) => ({ ...fact, again: false })), ended: [], vaults: [] };
  if (isUnchanged(last, read)) return { facts: read.map((fact) => ({ ...fact, again: false })), ended: [], vaults: [] };
  const { facts: known, kept: vaults } = withKnownVaults(last, read);
  const facts = inStatedKeys(last, known);
  const before: Facts = { get: (id) => last.facts[id]?.value, ids: Object.keys(last.facts) };
  const values = new Map(facts.map((fact) => [factId(fact), fact.value]));
  const now: Facts = { get: (id) => values.get(id), ids: [...values.keys()] };
  const missing = before.ids.filter((id) => now.get(id) === undefined);
  const ends = authorityEnds(before, now, missing);
  // The members of a multisig that was not found are not in the reading, and control the token still.
  const isCertain = ends.unanswered.size === 0 && vaults.length === 0;
  return {
    facts: facts.flatMap((fact) => withUnanswered(fact, before, ends)),
    ended: [...ends.ended, ...missing.flatMap((id) => otherEnd(id, before, now, isCertain))],
    vaults,
  };
}

/** Most readings repeat the last statement, fact by fact: nothing is missing, and nothing is to be renamed. */
function isUnchanged({ facts }: StatedAsset, read: readonly FactToWrite[]): boolean {
  const held = Object.values(facts).reduce((count, { value }) => (value === null ? count : count + 1), 0);
  let same = 0;
  for (const fact of read) {
    const known = facts[factId(fact)]?.value;
    if (known !== fact.value) return false;
    if (known !== null) same += 1;
  }
  return same === held;
}

const goneId = (key: string): string => factId({ subjectKind: 'authority', subjectKey: key, field: 'gone' });
const notKnownId = factId({ subjectKind: 'asset', subjectKey: '', field: 'holders_not_known' });
const codeId = factId({ subjectKind: 'asset', subjectKey: '', field: 'code' });

interface AuthorityEnds {
  readonly ended: readonly FactToWrite[];
  /** Types of authorities that the reading has no answer for. */
  readonly unanswered: ReadonlySet<string>;
  /** Types of authorities that the reading has a holder of. */
  readonly present: ReadonlySet<string>;
  /** The asset runs the code that it ran before. */
  readonly isSame: boolean;
}

function authorityEnds(before: Facts, now: Facts, missing: readonly string[]): AuthorityEnds {
  const isSame = isSameCode(before, now);
  const present = new Set(
    now.ids.map(placeOf).flatMap((place) => (place.field === 'authority' ? [typeOf(place.subjectKey)] : [])),
  );
  // Accounts of these types are only some of those that have the authority.
  const partly = new Set(storedValue(now.get(notKnownId), holdersNotKnown) ?? []);
  const ended: FactToWrite[] = [];
  const unanswered = new Set<string>();
  for (const id of missing) {
    const { subjectKind, subjectKey, field } = placeOf(id);
    const value = before.get(id) ?? null;
    if (field !== 'authority' || value === null) continue;
    const type = typeOf(subjectKey);
    if (type === creatorAuthority) continue;
    const isShare = subjectKey !== type;
    if ((isShare && present.has(type) && !partly.has(type)) || hasLeftRole(before, now, type, holderOf(value))) {
      ended.push({ subjectKind, subjectKey, field, value: null });
      continue;
    }
    unanswered.add(type);
    if (!isSame && !partly.has(type) && (before.get(goneId(subjectKey)) ?? null) === null) {
      ended.push(goneFact(subjectKey, 'function_gone'));
    }
  }
  return { ended, unanswered, present, isSame };
}

function isSameCode(before: Facts, now: Facts): boolean {
  const [then, current] = [before, now].map((facts) => {
    return storedValue(facts.get(codeId), chainCode);
  });
  if (then === undefined || then === null || current === undefined || current === null) return true;
  return then.codeHash === current.codeHash && then.implementationCodeHash === current.implementationCodeHash;
}

/** Whether an account had the authority by a role, and the role is still there without it. */
function hasLeftRole(before: Facts, now: Facts, type: string, holder: string | null): boolean {
  return before.ids.some((id) => {
    const { subjectKey, field } = placeOf(id);
    if (field !== 'role' || authorityOfRole(roleName(subjectKey.slice(subjectKey.indexOf(':') + 1))) !== type)
      return false;
    const [then, current] = [before.get(id), now.get(id)].map(holdersOf);
    return holder !== null && then?.includes(holder) === true && current?.includes(holder) === false;
  });
}

const holdersOf = (value: string | null | undefined): readonly string[] | null =>
  storedValue(value, chainRole)?.holders ?? null;

/** Parts without an answer stay; an authority that was gone and answers again is written again. */
function withUnanswered(
  fact: FactToWrite,
  before: Facts,
  { unanswered, present, isSame }: AuthorityEnds,
): readonly SettledFact[] {
  const known = before.get(factId(fact)) ?? null;
  const once = { ...fact, again: false };
  if (fact.field === 'powers') return [{ ...once, value: withPowers(known, fact.value, unanswered) }];
  if (fact.field === 'holders_not_known')
    return [isSame ? { ...once, value: withoutHeld(fact.value, unanswered, present) } : once];
  if (fact.field === 'token') return [isSame ? { ...once, value: withAnswers(known, fact.value) } : once];
  if (fact.field !== 'authority' || (before.get(goneId(fact.subjectKey)) ?? null) === null) return [once];
  return [
    { ...fact, again: true },
    { ...once, field: 'gone', value: null },
  ];
}

function withPowers(before: string | null, now: string | null, unanswered: ReadonlySet<string>): string | null {
  if (before === null || unanswered.size === 0) return now;
  const [known, current] = [before, now ?? '[]'].map((text) => storedValue(text, chainPowers));
  const unknown = new Set(powersOfAuthorities(unanswered));
  const stays = (power: string): boolean => current?.includes(power) === true || unknown.has(power);
  const added = (current ?? []).filter((power) => known?.includes(power) !== true);
  return canonicalJson([...(known ?? []).filter(stays), ...added]);
}

/**
 * An authority that was stated stays as it was, so its holder is known; beside holders of this reading it stays open whether
 * there are others.
 */
function withoutHeld(now: string | null, unanswered: ReadonlySet<string>, present: ReadonlySet<string>): string | null {
  if (now === null || unanswered.size === 0) return now;
  const isOpen = (type: string): boolean => !unanswered.has(type) || present.has(type);
  return canonicalJson(storedValue(now, holdersNotKnown).filter(isOpen));
}

/** The members of `now`, those that are null as they were before. */
function withAnswers(before: string | null, now: string | null): string | null {
  if (before === null || now === null || before === now || !now.includes(':null')) return now;
  const known = storedValue(before, anyObject);
  const current = storedValue(now, anyObject);
  return canonicalJson(
    Object.fromEntries(Object.entries(current).map(([name, value]) => [name, value ?? known[name] ?? null])),
  );
}

const mayEnd: ReadonlySet<string> = new Set(['cap', 'multiplier', 'ownership_offer']);

/** The end of a fact that is no authority. */
function otherEnd(id: string, before: Facts, now: Facts, isCertain: boolean): readonly FactToWrite[] {
  const place = placeOf(id);
  if ((before.get(id) ?? null) === null) return [];
  const end = [{ ...place, value: null }];
  if (place.subjectKind === 'asset') return mayEnd.has(place.field) && !isSameCode(before, now) ? end : [];
  // An account is no longer among the controllers because every authority leads elsewhere.
  if (place.field === 'control') return isCertain ? end : [];
  if (place.field !== 'role' || !isCertain) return [];
  const contract = place.subjectKey.slice(0, place.subjectKey.indexOf(':'));
  const control = factId({ subjectKind: 'authority', subjectKey: contract, field: 'control' });
  const hasLeft = (before.get(control) ?? null) !== null && now.get(control) === undefined;
  return hasLeft ? end : [];
}

/** Texts of values: assets of one reading share the values of the accounts that control them. */
const textOfObject = memoizeByObject((value: object) => canonicalJson(value));
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? textOfObject(value) : canonicalJson(value);
