import type { Engine } from '../../../cli/engine/open-engine.ts';

export type Engines = 'embedded' | 'cluster';

/** An engine that can be stopped. */
export interface Part {
  /** Ends it as a crash does. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** Brokers, each of which can be restarted gracefully. */
interface Brokers extends Part {
  readonly nodes: number;
  readonly restart: (node: number) => Promise<void>;
}

/** A small file system that can be filled to the last byte. */
export interface SmallDisk {
  readonly folder: string;
  readonly fill: () => Promise<void>;
  readonly free: () => void;
}

/** The system under test on one of the two engine sets, with the same interface. */
export interface TestSystem {
  readonly engines: Engines;
  readonly directory: string;
  /** A second connection to the log, as the command line opens it. */
  readonly engine: Engine;
  /** Runs a command, which must succeed, and returns the one value that it prints. */
  readonly command: <T>(...arguments_: readonly string[]) => Promise<T>;
  /** Queries the tables directly, not through the API. Views are in database `attestry`. */
  readonly query: <R>(sql: string) => Promise<readonly R[]>;
  readonly processes: Processes;
  /** Null if the engine runs inside the service's process. */
  readonly broker: Brokers | null;
  readonly registry: Part | null;
  readonly tables: Part | null;
  /** The small disk that stores the log, the state or the tables; null if they are on the usual disk. */
  readonly disk: SmallDisk | null;
  /** Deletes all derived data: state of processors, their committed offsets, and rows. No process may run. */
  readonly forgetDerived: () => Promise<void>;
  readonly destroy: () => Promise<void>;
}

/** Processes by name: a role, or a role and a number if several processes have it, such as `processors-2`. */
export interface Processes {
  /** The processes that run between faults. */
  readonly usual: readonly string[];
  /** The process that runs the processors. */
  readonly folding: string;
  /** The process that inserts into the tables. */
  readonly inserting: string;
  readonly running: () => readonly string[];
  /** Processes that exited without a signal from the test, with the end of their stderr. */
  readonly died: () => readonly string[];
  readonly forgetDied: () => void;
  readonly start: (name: string, env?: Readonly<Record<string, string>>) => Promise<void>;
  /** Ends a process and waits for it. Returns the exit code. */
  readonly end: (name: string, signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
  readonly signal: (name: string, signal: 'SIGSTOP' | 'SIGCONT') => void;
  /** URL of the API; the last one while it does not run. */
  readonly httpUrl: () => string;
  /** URLs of the health endpoints of running processes, by name. */
  readonly opsUrls: () => ReadonlyMap<string, string>;
}

interface StartedProcess {
  readonly httpUrl: string;
  readonly end: (signal: NodeJS.Signals) => Promise<{ readonly code: number | null }>;
  readonly ended: Promise<unknown>;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly stderr: () => string;
  /** Absent if no test queries its health. */
  readonly opsUrl?: string;
}

/** Tracks the processes that `launch` starts. */
export function createProcesses(
  roles: Pick<Processes, 'usual' | 'folding' | 'inserting'> & { readonly api: string },
  launch: (name: string, env: Readonly<Record<string, string>>) => Promise<StartedProcess>,
): Processes {
  const all = new Map<string, StartedProcess>();
  const died: string[] = [];
  let httpUrl = '';
  const found = (name: string): StartedProcess => {
    const one = all.get(name);
    if (one === undefined) throw new Error(`${name} does not run; there are ${[...all.keys()].join(', ')}`);
    return one;
  };
  return {
    ...roles,
    running: () => [...all.keys()],
    died: () => [...died],
    forgetDied: () => void died.splice(0),
    start: async (name, env = {}) => {
      const one = await launch(name, env);
      all.set(name, one);
      if (name === roles.api) httpUrl = one.httpUrl;
      const note = (): void => {
        if (all.get(name) !== one) return;
        all.delete(name);
        died.push(`${name}: ${one.stderr().split('\n').slice(-5).join('\n')}`);
      };
      one.ended.then(note, note);
    },
    end: async (name, signal) => {
      const one = found(name);
      all.delete(name);
      return (await one.end(signal)).code;
    },
    signal: (name, signal) => found(name).signal(signal),
    httpUrl: () => httpUrl,
    opsUrls: () => new Map([...all].flatMap(([name, { opsUrl }]) => (opsUrl === undefined ? [] : [[name, opsUrl]]))),
  };
}
