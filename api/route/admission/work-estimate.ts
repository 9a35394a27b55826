/** A piece of work in flight. The first call of either function ends it. */
export interface Work {
  /** It was done: its duration updates the cost. */
  readonly done: () => void;
  /** It was not done: the cost stays. */
  readonly dropped: () => void;
}

/** Estimates how long the work in flight will take, from measured durations and the other work in flight meanwhile. */
export interface WorkEstimate {
  /** Pieces of work in flight. */
  readonly underWay: () => number;
  /** Age of the oldest of them, milliseconds. */
  readonly oldestMs: () => number;
  /** Time until the work in flight and then this operation would be done, milliseconds. */
  readonly doneInMs: (operation: string | null) => number;
  /** Duration of the operation alone on the machine, milliseconds. */
  readonly costMs: (operation: string) => number;
  readonly begin: (operation: string) => Work;
}

interface Operation {
  /** Duration alone on the machine, milliseconds. */
  cost: number;
  underWay: number;
}

/** Assumed cost of an operation without a measurement: low, so that a burst after a start is admitted. */
const firstCostMs = 1;
/** With a cost of zero an operation would have no share, and its cost would never change again. */
const leastCostMs = 0.01;
/** Weight of the newest measurement. */
const learning = 0.2;

/**
 * Concurrent work is assumed to share the time: of four equal pieces that took 40 ms, each costs 10 ms. Work that runs in
 * parallel is overestimated while there is little of it, and estimated correctly under load.
 */
export function createWorkEstimate(now: () => number): WorkEstimate {
  const operations = new Map<string, Operation>();
  /** Start times, the oldest first. */
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
