import type { Engine } from '../../../cli/engine.ts';

export type Engines = 'embedded' | 'cluster';

/** An engine that can be taken away. */
export interface Part {
  /** As a crash does. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** Brokers, each of which can be restarted in order. */
export interface Brokers extends Part {
  readonly nodes: number;
  readonly restart: (node: number) => Promise<void>;
}

/** A small file system that can be filled to its last byte. */
export interface SmallDisk {
  readonly folder: string;
  readonly fill: () => Promise<void>;
  readonly free: () => void;
}

/** The service on one of both engine sets, with the same face. */
export interface TestSystem {
  readonly engines: Engines;
  readonly directory: string;
  /** The log, opened beside the service as the tools do. */
  readonly engine: Engine;
  /** Runs a command that must succeed and gives the one value that it prints. */
  readonly command: <T>(...arguments_: readonly string[]) => Promise<T>;
  /** Rows of the tables, read around the API. Views are in database `attestry`. */
  readonly query: <R>(sql: string) => Promise<readonly R[]>;
  readonly processes: Processes;
  /** Null where the engine is a part of the process. */
  readonly broker: Brokers | null;
  readonly registry: Part | null;
  readonly tables: Part | null;
  /** What the log, the state or the tables are on, where it is a small one. */
  readonly disk: SmallDisk | null;
  /** Forgets all that is derived: state of processors, how far they were, and rows. Nothing may run. */
  readonly forgetDerived: () => Promise<void>;
  readonly destroy: () => Promise<void>;
}

/** Processes by name: a role, or a role and a number where several have it, as `processors-2`. */
export interface Processes {
  /** Those that fold and insert, and the API. */
  readonly usual: readonly string[];
  /** The one whose loss stops the folds. */
  readonly folding: string;
  /** The one that inserts into the tables. */
  readonly inserting: string;
  readonly running: () => readonly string[];
  /** Those that ended without being told to, with how. */
  readonly died: () => readonly string[];
  readonly forgetDied: () => void;
  readonly start: (name: string, env?: Readonly<Record<string, string>>) => Promise<void>;
  /** Ends one and waits for it; gives the exit code. */
  readonly end: (name: string, signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
  readonly signal: (name: string, signal: 'SIGSTOP' | 'SIGCONT') => void;
  /** Of the API; where it was while it does not run. */
  readonly httpUrl: () => string;
  /** Where those that run tell how they are, by name. */
  readonly opsUrls: () => ReadonlyMap<string, string>;
}

interface Started {
  readonly httpUrl: string;
  readonly end: (signal: NodeJS.Signals) => Promise<{ readonly code: number | null }>;
  readonly ended: Promise<unknown>;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly stderr: () => string;
  /** Absent where nobody asks. */
  readonly opsUrl?: string;
}

/** Keeps book of processes that `launch` starts. */
export function createProcesses(
  roles: Pick<Processes, 'usual' | 'folding' | 'inserting'> & { readonly api: string },
  launch: (name: string, env: Readonly<Record<string, string>>) => Promise<Started>,
): Processes {
  const all = new Map<string, Started>();
  const died: string[] = [];
  let httpUrl = '';
  const found = (name: string): Started => {
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
