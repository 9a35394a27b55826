import { type DueDocument, firstDue, isEarlier } from '../sites/lanes.ts';
import type { PlannedDocument } from './plan.ts';

/** The document of each lane that is due first. */
export interface DueByLane {
  /** One document for each lane, the longest due first. */
  readonly inOrder: () => readonly DueDocument[];
  /** Whether it was made of just these documents. */
  readonly isOf: (documents: readonly PlannedDocument[]) => boolean;
  /** Computes again what is due in these lanes. */
  readonly refresh: (lanes: Iterable<string>) => void;
}

/**
 * Computes a lane only when asked and keeps the lanes in order, so that ten thousand documents are neither gone through nor
 * sorted for every fetch that ends.
 */
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
  const firstOf = (lane: string): DueDocument | null => {
    const ofLane = byLane.get(lane) ?? [];
    return firstDue(ofLane.map((document) => ({ documentId: document.documentId, lane, dueAt: dueAtOf(document) })));
  };
  const firsts = new Map<string, DueDocument>();
  for (const lane of byLane.keys()) {
    const first = firstOf(lane);
    if (first !== null) firsts.set(lane, first);
  }
  const order = [...firsts.values()].sort((a, b) => (isEarlier(a, b) ? -1 : 1));
  const refresh = (lanes: Iterable<string>): void => {
    for (const lane of lanes) {
      const [before, after] = [firsts.get(lane), firstOf(lane)];
      if (before === undefined || after === null) continue;
      order.splice(placeOf(order, before), 1);
      order.splice(placeOf(order, after), 0, after);
      firsts.set(lane, after);
    }
  };
  const isOf = (others: readonly PlannedDocument[]): boolean =>
    others.length === documents.length && others.every((document, at) => document === documents[at]);
  return { inOrder: () => order, isOf, refresh };
}

/** Where the document is in the order, or would be. */
function placeOf(order: readonly DueDocument[], document: DueDocument): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = order[middle];
    if (there !== undefined && isEarlier(there, document)) low = middle + 1;
    else high = middle;
  }
  return low;
}
