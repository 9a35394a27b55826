/** Days from which or until which parties have a role. Each takes effect when its day begins. */
import type { EdgeParty } from '../../../../../schemas/facts.ts';
import type { Observation } from '../../../../../schemas/generated/records.ts';
import type { KeyedState } from '../../../../runtime/processor.ts';
import type { EdgeState } from '../edge-state.ts';

const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Whether the day begins at or before the time. A text that is no day is never reached. */
export const isReached = (day: string, time: number): boolean => midnightOf(day) <= time;

/** The parties whose role has no end that is reached. */
export const lasting = (parties: readonly EdgeParty[], time: number): readonly EdgeParty[] =>
  parties.filter(({ until }) => until === undefined || !isReached(until, time));

/** The newest day that has begun: readings made earlier may come behind its tick. */
const dayKey = 'edges day';
/** The next day that an asset waits for, so that other assets cost nothing at a tick. */
const datesPrefix = 'edge dates\t';

/** When the reading counts, milliseconds: its own time, or the beginning of a later day that is known to have begun. */
export const timeOf = (state: KeyedState, { observedAt }: Pick<Observation, 'observedAt'>): number =>
  Math.max(observedAt, state.get<number>(dayKey) ?? observedAt);

/** Remembers the next day on which a role of the asset begins or ends. */
export function noteDates(state: KeyedState, assetId: string, edges: EdgeState, time: number): void {
  const key = `${datesPrefix}${assetId}`;
  const next = datesIn(edges).find((day) => midnightOf(day) > time);
  if (next === state.get<string>(key)) return;
  if (next === undefined) state.delete(key);
  else state.put(key, next);
}

function datesIn({ sets, relations }: EdgeState): readonly string[] {
  const stated = [
    ...Object.values(sets).flatMap(({ to }) => to),
    ...Object.values(relations).flatMap(({ isActive, parent }) => (isActive ? [parent] : [])),
  ];
  return stated
    .flatMap(({ since, until }) => [since, until].filter((day) => day !== undefined))
    .sort((a, b) => midnightOf(a) - midnightOf(b));
}

/** Begins the day of the tick: the assets that wait for it, or for an earlier one. */
export function assetsDue(state: KeyedState, { observedAt }: Observation): readonly string[] {
  if (observedAt > (state.get<number>(dayKey) ?? -Infinity)) state.put(dayKey, observedAt);
  return [...state.entries<string>(datesPrefix)].flatMap(([key, day]) =>
    isReached(day, observedAt) ? [key.slice(datesPrefix.length)] : [],
  );
}
