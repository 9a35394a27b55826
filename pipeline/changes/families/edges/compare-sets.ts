/** What differs between two sets of parties that one source names in a role. */
import type { EdgeParty } from '../../../../schemas/facts.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import type { EdgeEventName } from '../../../impact/facts.ts';
import { isSameParty, partyKey } from '../../../parties/identity.ts';

/** One difference. The party before is null where one came, the party after where one left. */
export interface EdgeEvent {
  readonly event: EdgeEventName;
  /** Key of the party it is about, as the source states it: of a replacement, the party that came. */
  readonly key: string;
  readonly before: EdgeParty | null;
  readonly after: EdgeParty | null;
}

/** Roles that one party has at a time. */
const singleRoles: readonly string[] = [
  'issuer',
  'parent',
  'ultimate_parent',
  'trustee',
  'reserve_manager',
  'auditor',
  'attestor',
  'administrator',
  'transfer_agent',
];

export const isSingleRole = (role: string): boolean => singleRoles.includes(role);

/**
 * The differences, removals first, each in the order of the sets. One party that leaves and one that comes at once are a
 * replacement in a role that one party has, and where a single party is named on both sides.
 */
export function compareSets(
  role: string,
  old: readonly EdgeParty[],
  current: readonly EdgeParty[],
): readonly EdgeEvent[] {
  const { pairs, left, came } = paired(old, current);
  const details = pairs
    .filter(([before, after]) => canonicalJson(before) !== canonicalJson(after))
    .map(([before, after]): EdgeEvent => ({ event: 'detail', key: partyKey(after), before, after }));
  const [[gone, ...othersLeft], [comer, ...othersCame]] = [left, came];
  const isAlone = isSingleRole(role) || (old.length === 1 && current.length === 1);
  if (gone !== undefined && comer !== undefined && othersLeft.length + othersCame.length === 0 && isAlone) {
    return [{ event: 'replaced', key: partyKey(comer), before: gone, after: comer }, ...details];
  }
  return [
    ...left.map((before): EdgeEvent => ({ event: 'removed', key: partyKey(before), before, after: null })),
    ...came.map((after): EdgeEvent => ({ event: 'added', key: partyKey(after), before: null, after })),
    ...details,
  ];
}

interface PairedParties {
  readonly pairs: readonly (readonly [before: EdgeParty, after: EdgeParty])[];
  readonly left: readonly EdgeParty[];
  readonly came: readonly EdgeParty[];
}

/** Members with the same key first, then those that identifiers or names show to be one. */
function paired(old: readonly EdgeParty[], current: readonly EdgeParty[]): PairedParties {
  const pairs: [EdgeParty, EdgeParty][] = [];
  let left = [...old];
  let came = [...current];
  const take = (isOne: (before: EdgeParty, after: EdgeParty) => boolean): void => {
    for (const before of left) {
      const after = came.find((one) => isOne(before, one));
      if (after === undefined) continue;
      pairs.push([before, after]);
      came = came.filter((one) => one !== after);
    }
    const known = new Set(pairs.map(([before]) => before));
    left = left.filter((one) => !known.has(one));
  };
  take((before, after) => partyKey(before) === partyKey(after));
  take(isSameParty);
  return { pairs, left, came };
}
