import type { Change } from '../../../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../../../schemas/values/canonical.ts';
import { partsOf } from '../../../composition/parts.ts';
import type { DerivedChanges, ObservedState } from '../../family.ts';
import { noteDates, timeOf } from './dates.ts';
import { type EdgeState, edgesOf, putEdges } from '../edge-state.ts';
import { linksOf } from './follow-parents.ts';

/** Stores what sources state about parties now; the parties that the asset is linked to, if they differ. */
export function derived(
  { state, observation }: ObservedState,
  edges: EdgeState,
  changes: readonly Change[],
): DerivedChanges {
  const { assetId } = observation;
  const time = timeOf(state, observation);
  if (canonicalJson(edges) !== canonicalJson(edgesOf(state, assetId))) putEdges(state, assetId, edges);
  noteDates(state, assetId, edges, time);
  const links = linksOf(edges, time);
  const isSame = canonicalJson(links) === canonicalJson(partsOf(state, assetId).links ?? []);
  return isSame ? { changes } : { changes, links };
}
