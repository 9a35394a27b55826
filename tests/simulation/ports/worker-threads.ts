/** `node:worker_threads`, for what the log uses of it: threads of a process, and messages that arrive in order, later. */
import type { SimulatedThread } from '../kernel/process.ts';
import { simulation, threadEntered } from '../kernel/simulation.ts';

export let isMainThread = true;
threadEntered.listener = (thread) => {
  isMainThread = thread?.isMain ?? true;
};

function current(): SimulatedThread {
  const { current: thread } = simulation();
  if (thread === null) throw new Error('no thread runs');
  return thread;
}

type Listener = (event: { readonly data: unknown }) => void;

/** Messages from one channel to another arrive in the order in which they were posted. */
export class BroadcastChannel {
  onmessage: Listener | null = null;
  readonly #thread = current();
  readonly #others: Set<object>;
  readonly #lastArrival = new Map<BroadcastChannel, number>();
  #closed = false;

  constructor(name: string) {
    const { channels } = this.#thread.process;
    this.#others = channels.get(name) ?? new Set();
    channels.set(name, this.#others);
    this.#others.add(this);
  }

  postMessage(data: unknown): void {
    const { now, random, pace } = simulation();
    for (const other of this.#others) {
      if (!(other instanceof BroadcastChannel) || other === this || other.#thread.dead) continue;
      const copy: unknown = structuredClone(data);
      const earliest = (this.#lastArrival.get(other) ?? 0) + 0.0001;
      const at = Math.max(earliest, now + random.delay(pace.channelMs));
      this.#lastArrival.set(other, at);
      simulation().at(at, other.#thread, 'message', () => {
        if (!other.#closed) other.onmessage?.({ data: copy });
      });
    }
  }

  close(): void {
    this.#closed = true;
    this.#others.delete(this);
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
