/** What differs between two complete sets of instruments of one source, by their dates. */
import { type Holdings, longestBound, sharesOf } from './holdings.ts';
import type { Member } from './members.ts';

/** One difference. `key` is the subject key of its change. */
export type Difference =
  | {
      readonly key: string;
      readonly what: 'added' | 'removed';
      readonly member: Member;
      /** Classes of the other instruments; null where none is stated. */
      readonly classes: { readonly before: readonly (string | null)[]; readonly after: readonly (string | null)[] };
    }
  | { readonly key: string; readonly what: 'detail'; readonly old: Member; readonly member: Member }
  | {
      readonly key: string;
      readonly what: 'rolled';
      readonly class: string;
      /** Matured by the new date, and gone. */
      readonly out: readonly Member[];
      readonly in: readonly Member[];
    }
  | { readonly key: string; readonly what: 'maturity'; readonly old: number; readonly days: number }
  | {
      readonly key: string;
      readonly what: 'concentration';
      readonly issuer: string;
      /** Hundredths of a percent. */
      readonly old: number;
      readonly share: number;
      readonly limit: number;
    };

export interface Bounds {
  /** Remaining days count for the asset. */
  readonly hasLongest: boolean;
  /** Largest share of one counterparty that the asset states, hundredths of a percent; null when it states none. */
  readonly largestShare: number | null;
}

/** The differences, each key once, in the order in which they are stated. */
export function differencesOf(old: Holdings, current: Holdings, bounds: Bounds): readonly Difference[] {
  const [before, after] = [byKey(old.members), byKey(current.members)];
  const added = current.members.filter(({ key }) => !before.has(key));
  const removed = old.members.filter(({ key }) => !after.has(key));
  const rolled = rollOvers(added, removed, current.asOf);
  const isRolled = new Set(rolled.flatMap((one) => [...one.in, ...one.out]).map(({ key }) => key));
  const isAlone = ({ key }: Member): boolean => !isRolled.has(key);
  const classes = { before: classesOf(old.members), after: classesOf(current.members) };
  return [
    ...rolled,
    ...added.filter(isAlone).map((member) => ({ key: member.key, what: 'added' as const, member, classes })),
    ...removed.filter(isAlone).map((member) => ({ key: member.key, what: 'removed' as const, member, classes })),
    ...current.members.flatMap((member) => detailOf(before.get(member.key), member)),
    ...(bounds.hasLongest ? longestOf(old, current) : []),
    ...(bounds.largestShare === null ? [] : concentrated(old, current, bounds.largestShare)),
  ];
}

const byKey = (members: readonly Member[]): ReadonlyMap<string, Member> =>
  new Map(members.map((member) => [member.key, member]));

/** Each class once, in order. */
const classesOf = (members: readonly Member[]): readonly (string | null)[] =>
  [...new Set(members.map((member) => member.class))].sort();

type RollOver = Extract<Difference, { readonly what: 'rolled' }>;

/** Instruments that matured and left, and those of the same class that came: one event a class. */
function rollOvers(added: readonly Member[], removed: readonly Member[], asOf: string): readonly RollOver[] {
  const matured = removed.filter(({ maturity }) => maturity !== null && maturity <= asOf.slice(0, 10));
  const classes = [...new Set(matured.flatMap((member) => member.class ?? []))].sort();
  return classes.flatMap((code) => {
    const came = added.filter((member) => member.class === code);
    const out = matured.filter((member) => member.class === code);
    return came.length === 0 ? [] : [{ key: `roll-over:${code}`, what: 'rolled' as const, class: code, out, in: came }];
  });
}

/** Another class or maturity. A share moves with every report and is no detail; a part that one side lacks is none either. */
function detailOf(old: Member | undefined, member: Member): readonly Difference[] {
  if (old === undefined) return [];
  const differs = (one: string | null, other: string | null): boolean =>
    one !== null && other !== null && one !== other;
  return differs(old.class, member.class) || differs(old.maturity, member.maturity)
    ? [{ key: member.key, what: 'detail', old, member }]
    : [];
}

function longestOf(old: Holdings, current: Holdings): readonly Difference[] {
  const [before, after] = [old.longestDays, current.longestDays];
  if (before === null || after === null || longestBound(before) === longestBound(after)) return [];
  return [{ key: 'maturity', what: 'maturity', old: before, days: after }];
}

function concentrated(old: Holdings, current: Holdings, limit: number): readonly Difference[] {
  const [before, after] = [sharesOf(old.members), sharesOf(current.members)];
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((issuer) => {
    const [was, is] = [before.get(issuer)?.share ?? 0, after.get(issuer)?.share ?? 0];
    if (was > limit === is > limit) return [];
    const name = after.get(issuer)?.name ?? before.get(issuer)?.name ?? issuer;
    return [{ key: `issuer:${issuer}`, what: 'concentration', issuer: name, old: was, share: is, limit }];
  });
}

/** Whether two readings show the same difference. Shares and days move between captures of one report: they do not count. */
export const isSameDifference = (one: Difference, other: Difference): boolean =>
  one.key === other.key && essence(one) === essence(other);

function essence(difference: Difference): string {
  switch (difference.what) {
    case 'rolled':
      return [difference.what, ...difference.out.map(partsOf), 'in', ...difference.in.map(partsOf)].join(' ');
    case 'maturity':
      return `${difference.what} ${longestBound(difference.old)} ${longestBound(difference.days)}`;
    case 'concentration':
      return `${difference.what} ${difference.share > difference.limit}`;
    default:
      return `${difference.what} ${partsOf(difference.member)}`;
  }
}

const partsOf = ({ key, class: code, maturity }: Member): string => `${key}/${code ?? ''}/${maturity ?? ''}`;
