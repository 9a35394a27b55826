import type { AcceptedSet } from './collateral-state.ts';
import type { Difference } from './differences.ts';
import { holdingsOf } from './holdings.ts';
import type { Member } from './members.ts';

/** The set with one more difference, so that it is not stated again while others are still open. */
export function withDifference(established: AcceptedSet, difference: Difference): AcceptedSet {
  const { asOf, members } = established.holdings;
  if (difference.what === 'maturity' || difference.what === 'concentration') {
    return { ...established, confirmed: [...(established.confirmed ?? []), difference] };
  }
  return { ...established, holdings: holdingsOf(asOf, membersWith(members, difference)) };
}

type OfMembers = Exclude<Difference, { readonly what: 'maturity' | 'concentration' }>;

function membersWith(members: readonly Member[], difference: OfMembers): readonly Member[] {
  switch (difference.what) {
    case 'added':
    case 'detail':
      return replaced(members, [difference.member], [difference.member]);
    case 'removed':
      return replaced(members, [difference.member], []);
    case 'rolled':
      return replaced(members, difference.out, difference.in);
  }
}

function replaced(members: readonly Member[], out: readonly Member[], into: readonly Member[]): readonly Member[] {
  const gone = new Set(out.map(({ key }) => key));
  return [...members.filter(({ key }) => !gone.has(key)), ...into].sort((a, b) => (a.key < b.key ? -1 : 1));
}
