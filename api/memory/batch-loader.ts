import { setTimeout as pause } from 'node:timers/promises';

/** A question that has not been asked yet, and ids can be added to. */
interface Gathering<A> {
  readonly ids: Set<string>;
  readonly answer: Promise<A>;
}

/** Ids of one question, beyond which the next one is begun: they travel in a URL, and servers limit its length. */
const mostIds = 1_000;

/** Milliseconds that a question waits for more ids. */
export interface BatchWindow {
  /** Every question. It keeps no process alive: it is for answers that nobody waits for. */
  readonly windowMs?: number;
  /**
   * Where there was a question before: for those who were just answered, and ask about their next ids at once. Without
   * it, clients that ask all the time form two groups, each of which waits while the other is served.
   */
  readonly nextWindowMs?: number;
}

/**
 * One question at a time, for all ids asked about while the one before was under way: however many ask, they occupy one
 * connection. A failure is told to all who wait for it, and the next question is asked anew.
 */
export function createBatchLoader<A>(
  ask: (ids: readonly string[]) => Promise<A>,
  { windowMs = 0, nextWindowMs = 0 }: BatchWindow = {},
): (ids: readonly string[]) => Promise<A> {
  let gathering: Gathering<A> | null = null;
  let before: Promise<unknown> | null = null;

  const ourTurn = async (): Promise<void> => {
    const gathered = windowMs > 0 ? pause(windowMs, undefined, { ref: false }) : null;
    if (before !== null) {
      await before;
      if (nextWindowMs > 0) await pause(nextWindowMs);
    }
    await gathered;
  };
  const begin = (): Gathering<A> => {
    const ids = new Set<string>();
    const answer = ourTurn().then(() => {
      if (gathering?.ids === ids) gathering = null;
      return ask([...ids]);
    });
    const over = answer.then(nothing, nothing).then(() => {
      if (before === over) before = null;
    });
    before = over;
    return { ids, answer };
  };

  return (given) => {
    if (gathering === null || gathering.ids.size + given.length > mostIds) gathering = begin();
    for (const id of given) gathering.ids.add(id);
    return gathering.answer;
  };
}

const nothing = (): void => undefined;
