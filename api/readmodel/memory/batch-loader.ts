import { setTimeout as pause } from 'node:timers/promises';

/** A batch that is not sent yet, so ids can be added. */
interface Batch<A> {
  readonly ids: Set<string>;
  readonly answer: Promise<A>;
}

/** Ids of one batch: they travel in a URL, and servers limit its length. */
const mostIds = 1_000;

/** How long a batch waits for more ids, milliseconds. */
export interface BatchWindow {
  /** For every batch. Its timer does not keep the process alive, so it is for results that no request waits for. */
  readonly windowMs?: number;
  /**
   * For a batch that follows another: clients that were just answered send their next ids at once. Without it, clients
   * that send requests all the time form two groups, and each waits while the other is served.
   */
  readonly nextWindowMs?: number;
}

/**
 * Collects the ids that arrive while a query runs into the next query (as DataLoader does), one query at a time: however
 * many callers there are, they occupy one connection. An error rejects every caller of its batch, and no other.
 */
export function createBatchLoader<A>(
  load: (ids: readonly string[]) => Promise<A>,
  { windowMs = 0, nextWindowMs = 0 }: BatchWindow = {},
): (ids: readonly string[]) => Promise<A> {
  let open: Batch<A> | null = null;
  let previous: Promise<unknown> | null = null;

  const turn = async (): Promise<void> => {
    const window = windowMs > 0 ? pause(windowMs, undefined, { ref: false }) : null;
    if (previous !== null) {
      await previous;
      if (nextWindowMs > 0) await pause(nextWindowMs);
    }
    await window;
  };
  const openBatch = (): Batch<A> => {
    const ids = new Set<string>();
    const answer = turn().then(() => {
      if (open?.ids === ids) open = null;
      return load([...ids]);
    });
    const settled = answer.then(nothing, nothing).then(() => {
      if (previous === settled) previous = null;
    });
    previous = settled;
    return { ids, answer };
  };

  return (ids) => {
    if (open === null || open.ids.size + ids.length > mostIds) open = openBatch();
    for (const id of ids) open.ids.add(id);
    return open.answer;
  };
}

const nothing = (): void => undefined;
