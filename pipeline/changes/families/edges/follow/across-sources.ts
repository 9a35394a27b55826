/** One edge that several sources state is one edge: the second source raises nothing, and it ends with the last one. */
import type { EdgeParty } from '../../../../../schemas/facts.ts';
import type { EdgeEvent } from '../compare-sets.ts';
import type { EdgeState, StatedEdges } from '../edge-state.ts';
import { hasSameName, isIdentified, partyKey } from '../../../../parties/identity.ts';

type Place = Pick<StatedEdges, 'source' | 'from' | 'role'>;

/** What other sources state about the same role. `issuer`: keys of the issuer, whose parents are the asset's. */
export const otherSets = ({ sets }: EdgeState, place: Place, issuer: readonly string[]): readonly StatedEdges[] =>
  Object.values(sets).filter(
    (set) =>
      set.source !== place.source &&
      set.role === place.role &&
      (set.from === place.from || (isOfIssuer(set, issuer) && isOfIssuer(place, issuer))),
  );

const isOfIssuer = ({ from, role }: Pick<Place, 'from' | 'role'>, issuer: readonly string[]): boolean =>
  (role === 'parent' || role === 'ultimate_parent') && (from === 'asset' || issuer.includes(from));

const isStated = (others: readonly StatedEdges[], party: EdgeParty): boolean =>
  others.some(({ to }) => to.some((other) => isIdentified(other, party)));

/** The event as it is for all sources together; null when other sources state the same before and after. */
export function acrossSources(event: EdgeEvent, others: readonly StatedEdges[]): EdgeEvent | null {
  const { before, after } = event;
  if (event.event === 'detail') return event;
  const hasCome = after !== null && !isStated(others, after);
  const hasLeft = before !== null && !isStated(others, before);
  if (hasCome && hasLeft) return event;
  if (hasCome) return { event: 'added', key: event.key, before: null, after };
  return hasLeft ? { event: 'removed', key: partyKey(before), before, after: null } : null;
}

/** A source that names a party of the same name without an identifier that ties the two; null when there is none. */
export const sameNameAt = (others: readonly StatedEdges[], party: EdgeParty): StatedEdges | null =>
  others.find(({ to }) => to.some((other) => hasSameName(other, party) && !isIdentified(other, party))) ?? null;
