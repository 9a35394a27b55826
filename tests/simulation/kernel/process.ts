/** A process of a simulation: what one `kill -9` ends. */
export class SimulatedProcess {
  readonly name: string;
  /** Its wall clock minus virtual time, milliseconds: clocks are set forward and back, virtual time is not. */
  clockOffsetMs = 0;
  /** Broadcast channels by name. */
  readonly channels = new Map<string, Set<object>>();
  readonly threads: SimulatedThread[] = [];
  /** Called in order, once, when the process dies. */
  readonly onDeath: (() => void)[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** Starts a thread; the first is the main thread. */
  thread(name: string): SimulatedThread {
    const thread: SimulatedThread = {
      name: `${this.name}.${name}`,
      process: this,
      isMain: this.threads.length === 0,
      dead: false,
    };
    this.threads.push(thread);
    return thread;
  }

  /** Ends all threads between two of their steps: whatever they await, they never see its result. */
  kill(): void {
    for (const thread of this.threads) thread.dead = true;
    for (const end of this.onDeath.splice(0)) end();
  }
}

export interface SimulatedThread {
  readonly name: string;
  readonly process: SimulatedProcess;
  readonly isMain: boolean;
  dead: boolean;
}
