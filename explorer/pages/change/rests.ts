import type { Change } from '../../../schemas/generated/records.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import type { ExplainedEvidence } from '../../evidence.ts';
import type { ChangeView } from '../../readers/changes/change-view.ts';
import { ifReachable } from '../../readers/if-reachable.ts';
import { chainView, type ChainView, hashesOf } from './chain-view.ts';
import { readObservations, readReviewer, readRevisions } from './queries.ts';

/** A change with its evidence. */
export interface Rests {
  readonly view: ChangeView;
  readonly chain: ChainView;
}

/** A change and its evidence, as far as the tables have it. */
export async function restsOf(
  { artifacts, tables }: Pick<ExplorerDependencies, 'artifacts' | 'tables'>,
  change: Change,
  explained: ExplainedEvidence | null,
  viewOf: (isDocument: boolean) => ChangeView,
): Promise<Rests> {
  const { assetId, sourceKey, oldObservationId: oldId, newObservationId: newId } = change;
  const ids = oldId === null ? [newId] : [oldId, newId];
  const [stored, revisions, reviewedBy] = await Promise.all([
    readObservations(tables, assetId, ids),
    readRevisions(tables, change),
    readReviewer(tables, change),
  ]);
  const view = { ...viewOf(stored.get(newId)?.isDocument === true), reviewedBy };
  const hashes = hashesOf({ view, stored, explained });
  const there = await Promise.all(hashes.map((hash) => ifReachable(artifacts.has(hash))));
  const atHand = new Set(hashes.filter((_, index) => there[index] === true));
  return { view, chain: chainView({ view, sourceKey, stored, revisions, oldId, newId, explained, atHand }) };
}
