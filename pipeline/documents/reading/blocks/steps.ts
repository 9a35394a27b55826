/**
 * The work of rules on a document, counted instead of timed: a function of the reading and the profile alone, so a replay ends at
 * the same place with the same records.
 */

/** Steps that the rules take on a document at most; 4,000,000 characters of ordinary terms take some 100 million. */
const mostSteps = 500_000_000;

/** What one comparison of a matcher costs in steps; one step is one character before one pattern. */
const stepsOfComparison = 10;

/** Ends the reading of a document; the message is the reason, as a sentence part. */
class OutOfSteps extends Error {}

export interface Steps {
  /** Counts characters that a pattern is applied to. Throws OutOfSteps when the budget is used up. */
  readonly characters: (count: number) => void;
  /** The same for comparisons of a matcher. */
  readonly comparisons: (count: number) => void;
  readonly taken: () => number;
}

export function createSteps(most = mostSteps): Steps {
  let taken = 0;
  const take = (count: number): void => {
    taken += count;
    if (taken > most) throw new OutOfSteps(`the rules take more than ${most} steps on it`);
  };
  return { characters: take, comparisons: (count) => take(count * stepsOfComparison), taken: () => taken };
}

/** What a task returns, or the reason why it takes too many steps. */
export function withinSteps<T>(task: () => T): { readonly done: T } | { readonly reason: string } {
  try {
    return { done: task() };
  } catch (error) {
    if (error instanceof OutOfSteps) return { reason: error.message };
    throw error;
  }
}
