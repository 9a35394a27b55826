/** A piece of work under way. The first call ends it. */
export interface Work {
  /** It was done: how long that took is learnt from. */
  readonly done: () => void;
  /** It never was: there is nothing to be learnt. */
  readonly dropped: () => void;
}

/** How long the work under way will take, learnt from how long work took beside how much other work. */
export interface WorkEstimate {
  /** Pieces of work begun and not ended. */
  readonly underWay: () => number;
  /** For how long the oldest of them is under way, milliseconds. */
  readonly oldestMs: () => number;
  /** When what is under way, and this after it, would be done, milliseconds. */
  readonly doneInMs: (operation: string | null) => number;
  /** What one of them takes when it has everything to itself, milliseconds. */
  readonly costMs: (operation: string) => number;
  readonly begin: (operation: string) => Work;
}

interface Operation {
  /** What one takes when it has everything to itself, milliseconds. */
  cost: number;
  underWay: number;
}

/** Believed of an operation nobody asked for yet: little, so that a burst from rest is let in. */
const firstCostMs = 1;
/** What costs nothing would have no share, and nothing would be learnt of it any more. */
const leastCostMs = 0.01;
/** Weight of the newest experience. */
const learning = 0.2;

/**
 * Whoever works beside others is taken to have had its share of the time: of four alike that took 40 ms, each costs 10.
 * Work that is done in parallel is thought too costly while there is little of it, and right as soon as there is much.
 */
export function createWorkEstimate(now: () => number): WorkEstimate {
  const operations = new Map<string, Operation>();
  /** When each was begun, the oldest first. */
  const underWay = new Map<symbol, number>();
  const operationOf = (name: string): Operation => {
    const known = operations.get(name) ?? { cost: firstCostMs, underWay: 0 };
    operations.set(name, known);
    return known;
  };
  const total = (): number => {
    let sum = 0;
    for (const operation of operations.values()) sum += operation.cost * operation.underWay;
    return sum;
  };

  return {
    underWay: () => underWay.size,
    oldestMs: () => {
      for (const startedAt of underWay.values()) return now() - startedAt;
      return 0;
    },
    costMs: (name) => operationOf(name).cost,
    doneInMs: (name) => total() + (name === null ? 0 : operationOf(name).cost),
    begin: (name) => {
      const operation = operationOf(name);
      operation.underWay += 1;
      const share = operation.cost / total();
      const startedAt = now();
      const piece = Symbol(name);
      underWay.set(piece, startedAt);
      const end = (): boolean => {
        if (!underWay.delete(piece)) return false;
        operation.underWay -= 1;
        return true;
      };
      return {
        done: () => {
          if (!end()) return;
          const learnt = operation.cost + learning * ((now() - startedAt) * share - operation.cost);
          operation.cost = Math.max(leastCostMs, learnt);
        },
        dropped: () => void end(),
      };
    },
  };
}
