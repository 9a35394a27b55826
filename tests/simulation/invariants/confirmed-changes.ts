import type { DocumentsState } from '../worlds/documents/documents-state.ts';
import { hourMs } from '../worlds/documents/documents-state.ts';
import { partitions } from '../worlds/observer.ts';
import { feeField, observationsOf } from './stated-values.ts';

/** A second capture counts from this time after the first, milliseconds (decision 16). */
const secondCaptureMs = 6 * hourMs;

/** A change of a disclosed value is confirmed by two captures at least six hours apart, with no other value between them. */
export function checkConfirmedChanges(state: DocumentsState): void {
  const { simulation, observer, codec } = state;
  const observations = observationsOf(state).filter(({ field }) => field === feeField);
  for (const { value: bytes } of partitions.flatMap((partition) => observer.recordsOf('changes', partition))) {
    if (bytes === null) continue;
    const change = codec.decode('changes', bytes);
    // A later revision, such as one that withdraws the change, is no confirmation.
    if (change.field !== feeField || !change.confirmed || change.notableAt !== change.revisedAt) continue;
    simulation.note('a change of a value is confirmed');
    const until = change.revisedAt;
    // Of one time, the later one on the log counts: a document that is stated again may be followed by its successor.
    const seen = observations
      .filter(({ assetId, observedAt }) => assetId === change.assetId && observedAt <= until)
      .sort((one, other) => one.observedAt - other.observedAt);
    const last = seen.at(-1);
    const first = seen[1 + seen.findLastIndex(({ value }) => value !== last?.value)];
    const apartMs = (last?.observedAt ?? 0) - (first?.observedAt ?? 0);
    if (apartMs >= secondCaptureMs) continue;
    simulation.violate(
      'confirmed-changes',
      `${change.id} (${change.title}) was confirmed by captures of ${apartMs} ms`,
    );
  }
}
