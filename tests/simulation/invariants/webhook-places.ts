import { readStreamCursor } from '../../../api/readmodel/resources/stream/cursor.ts';
import { partitions } from '../worlds/observer.ts';
import type { StreamsState } from '../worlds/streams/streams-state.ts';
import { readTenantFacts } from './tenant-facts.ts';

/**
 * Endpoints whose place on the log is not behind every change, although nothing is left to send: what was passed is at most a
 * day old, so that a restart does not send the changes of years once an asset is added.
 */
export function oldPlaces(state: StreamsState): readonly string[] {
  const { places } = readTenantFacts(state);
  const ends = state.observer.endsOf('changes');
  return state.endpoints.flatMap(({ endpointId }) => {
    const sentUpTo = readStreamCursor(places.get(endpointId) ?? '')?.sentUpTo;
    const behind = partitions.filter((partition) => (sentUpTo?.get(partition) ?? 0) < (ends[partition] ?? 0));
    return behind.map((partition) => `the place of ${endpointId} is an old one of partition ${partition}`);
  });
}
