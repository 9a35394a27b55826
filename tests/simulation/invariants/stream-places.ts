import type { Simulation } from '../kernel/simulation.ts';
import type { Places } from '../worlds/streams/streams-state.ts';

/** Streams of a key that one process serves at once, as the API's description states. */
const perKey = 5;

/** Call it when a stream has begun: no key has more than its places. */
export function checkPlaces(simulation: Simulation, { open }: Places, keyId: string): void {
  const count = open.get(keyId) ?? 0;
  if (count > perKey) simulation.violate('stream-places', `${count} streams are open with key ${keyId}`);
}

/** Call it when a stream was refused: every place has a connection that was not over yet. A stopped stream frees its place. */
export function checkRefusal(simulation: Simulation, { accepted }: Places, keyId: string): void {
  const count = accepted.get(keyId) ?? 0;
  simulation.note('a stream is refused');
  if (count < perKey) simulation.violate('stream-places', `a stream of ${keyId} was refused, and ${count} are open`);
}

/** Call it when no connection is open: nothing of a stream is left. */
export function checkNothingIsLeft(simulation: Simulation, name: string, { open, subscriptions }: Places): void {
  const streams = [...open.values()].reduce((sum, count) => sum + count, 0);
  if (streams > 0)
    simulation.violate('stream-places', `${streams} streams of ${name} did not notice that their client left`);
  if (subscriptions > 0) simulation.violate('stream-places', `${subscriptions} subscriptions of ${name} are left`);
}
