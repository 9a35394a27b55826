import type { SimulatedThread } from './process.ts';

/** One step of a simulation. */
export interface SimulationEvent {
  /** Virtual time, milliseconds. */
  readonly at: number;
  /** Random: the order of events of the same time. */
  readonly tie: number;
  readonly number: number;
  /** The event is skipped once this thread is dead; null for the world itself. */
  readonly thread: SimulatedThread | null;
  readonly what: string;
  readonly run: () => void;
  cancelled: boolean;
}

/** Events in the order of time, tie and number: a binary heap. */
export class EventQueue {
  readonly #heap: SimulationEvent[] = [];

  push(event: SimulationEvent): void {
    const heap = this.#heap;
    let place = heap.push(event) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(event, parent)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = event;
  }

  /** Removes the next event. */
  pop(): SimulationEvent | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]];
      if (left === undefined) break;
      const isRight = right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (!isBefore(child, last)) break;
      heap[place] = child;
      place = 2 * place + (isRight ? 2 : 1);
    }
    heap[place] = last;
    return first;
  }
}

function isBefore(one: SimulationEvent, other: SimulationEvent): boolean {
  if (one.at !== other.at) return one.at < other.at;
  return one.tie === other.tie ? one.number < other.number : one.tie < other.tie;
}
