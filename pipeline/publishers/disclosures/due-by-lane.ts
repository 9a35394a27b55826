import { type DueDocument, firstDue } from './lanes.ts';
import type { PlannedDocument } from './plan.ts';

/** The document of each lane that is due first. */
export interface DueByLane {
  readonly first: () => Iterable<DueDocument>;
  /** Computes again what is due in these lanes. */
  readonly refresh: (lanes: Iterable<string>) => void;
}

/** Computes a lane only when asked, so that ten thousand documents are not gone through for every look that ends. */
export function dueByLane(
  documents: readonly PlannedDocument[],
  dueAtOf: (document: PlannedDocument) => number,
): DueByLane {
  const byLane = new Map<string, PlannedDocument[]>();
  for (const document of documents) {
    const known = byLane.get(document.lane);
    if (known === undefined) byLane.set(document.lane, [document]);
    else known.push(document);
  }
  const firstOf = new Map<string, DueDocument>();
  const refresh = (lanes: Iterable<string>): void => {
    for (const lane of lanes) {
      const due = (byLane.get(lane) ?? []).map((document) => ({
        ...{ documentId: document.documentId, lane },
        dueAt: dueAtOf(document),
      }));
      const first = firstDue(due);
      if (first !== null) firstOf.set(lane, first);
    }
  };
  refresh(byLane.keys());
  return { first: () => firstOf.values(), refresh };
}
