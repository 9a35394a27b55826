/** A worker: a process that runs test files, watched from the process of the runner. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Results, resultsOfFile } from '../results.ts';
import { starvedMs } from '../support/process-times.ts';
import { soon, startStopwatch, startWatchdog, type Watchdog } from '../support/watchdog.ts';
import { isLong } from './files.ts';
import { withSourcePositions } from './source-positions.ts';
import { type Cpu, type EndOfFile, endMark, type FromWorker, noCpu, type ToWorker } from './messages.ts';

export interface FileResult {
  readonly file: string;
  readonly results: Results;
  readonly output: string;
  readonly seconds: number;
  readonly cpu: Cpu;
  /** Processes that it started itself. */
  readonly processes: number;
}

export interface WorkerOptions {
  readonly root: string;
  /** Directory of the compiled modules. */
  readonly compiled: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onResult: (result: FileResult) => void;
  /** Arguments of Node for the worker. */
  readonly nodeArguments?: readonly string[];
  /** Watches a worker while it runs a file. */
  readonly watch?: typeof startWatchdog;
}

const nothingUsed = { cpu: noCpu, processes: 0 };

/** A long file may compute for an hour between two tests. */
const patienceOfLong = 30;

/**
 * Starts a worker that runs units of files until `next` has none, then closes what the files shared. A worker that crashes,
 * or finishes no test for too long, counts as a failure of the file that it ran; the rest of the unit goes to a new one.
 */
export async function runUnits(next: () => readonly string[] | undefined, options: WorkerOptions): Promise<void> {
  let worker: Worker | null = null;
  for (let unit = next(); unit !== undefined; unit = next()) {
    let rest = unit;
    while (rest.length > 0) {
      worker ??= startWorker(options);
      const done = await worker.run(rest);
      if (done < rest.length) worker = null;
      rest = rest.slice(done === rest.length ? done : done + 1);
    }
  }
  await worker?.end();
}

interface Worker {
  /** Runs files; resolves with the number of those that ended. */
  readonly run: (files: readonly string[]) => Promise<number>;
  readonly end: () => Promise<void>;
}

const running = new Set<ChildProcess>();

/** Kills all workers and what they have started. */
export const killWorkers = (): void => running.forEach(killGroup);

function startWorker(options: WorkerOptions): Worker {
  const { root, compiled, env, onResult, nodeArguments = [], watch = startWatchdog } = options;
  const child = spawn(process.execPath, [...nodeArguments, join(compiled, 'tests', 'runner', 'worker.js'), compiled], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Its own process group, so that its descendants can be killed with it.
    detached: true,
  });
  running.add(child);
  /** Output since the end of the last file. */
  let output = '';
  let [file, test] = ['', ''];
  let pending: readonly string[] = [];
  let elapsed = startStopwatch();
  let watchdog: Watchdog | null = null;
  /** Ends of files that were not awaited yet: several may come at once. Null: the end of the process. */
  const ends: (EndOfFile | null)[] = [];
  let onEnd: () => void = () => undefined;
  const ended = (end: EndOfFile | null): void => {
    ends.push(end);
    onEnd();
  };
  const nextEnd = async (): Promise<EndOfFile | null> => {
    while (ends.length === 0) {
      await new Promise<void>((resolve) => {
        onEnd = resolve;
      });
    }
    return ends.shift() ?? null;
  };
  let onResources: (resources: readonly string[]) => void = () => undefined;
  // A worker that has ended has no channel, while a process of its group may still have its output open.
  const send = (message: ToWorker): void => void (child.connected && child.send(message));

  const bite = async (silentSeconds: number): Promise<void> => {
    const answer = new Promise<readonly string[]>((resolve) => {
      onResources = resolve;
    });
    send('resources');
    const resources = await soon(answer);
    output += `\nno test was finished in ${silentSeconds} s: ended ${placeOf(file, test)}\n`;
    output += pending.map((what) => `  waits for: ${what}\n`).join('');
    output += `  open: ${resources === null ? 'not known, its event loop does not turn' : countsOf(resources)}\n`;
    killGroup(child);
  };
  const take = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
    for (let at = output.indexOf(endMark); at >= 0; at = output.indexOf(endMark)) {
      const lineEnd = output.indexOf('\n', at);
      if (lineEnd < 0) return;
      const end = JSON.parse(output.slice(at + endMark.length, lineEnd)) as EndOfFile;
      const text = output.slice(0, at);
      output = output.slice(lineEnd + 1);
      if (end.file !== '') {
        const { file: name, ...used } = end;
        report(name, text, used);
      }
      ended(end);
    }
  };
  const report = (
    name: string,
    text: string,
    { code, ...used }: Omit<EndOfFile, 'file' | 'code'> & { readonly code: number | null },
  ): void => {
    const results = resultsOfFile(text, code);
    const shown = results.failed > 0 ? withSourcePositions(text, compiled, root) : text;
    onResult({ file: name, results, output: shown, seconds: elapsed(), ...used });
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  child.on('message', (message: FromWorker) => {
    if ('resources' in message) {
      onResources(message.resources);
    } else if ('pending' in message) {
      ({ pending } = message);
    } else {
      watchdog?.fed();
      if ('file' in message) [file, test, elapsed] = [message.file, '', startStopwatch()];
      else if ('test' in message) ({ test } = message);
    }
  });
  const closed = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      running.delete(child);
      ended(null);
      resolve(code);
    });
  });
  const watched = async <T>(factor: number, work: Promise<T>): Promise<T> => {
    const { pid } = child;
    const watchOptions = pid === undefined ? { factor } : { factor, starvedMs: () => starvedMs(pid) };
    watchdog = watch((silentSeconds) => void bite(silentSeconds), watchOptions);
    const result = await work;
    watchdog.end();
    return result;
  };

  return {
    run: async (files) => {
      send({ run: files });
      for (const [index, name] of files.entries()) {
        if ((await watched(isLong(name) ? patienceOfLong : 1, nextEnd())) !== null) continue;
        const code = await closed;
        report(name, `${output}\nthe process of the tests ended with ${code ?? 'a signal'} ${placeOf(file, test)}\n`, {
          code: code === 0 ? 1 : code,
          ...nothingUsed,
        });
        return index;
      }
      return files.length;
    },
    end: async () => {
      [file, test] = ['', ''];
      send('end');
      const code = await watched(1, closed);
      if (code !== 0) report('the end of a worker', output, { code: code ?? 1, ...nothingUsed });
    },
  };
}

function placeOf(file: string, test: string): string {
  if (file === '') return 'outside of its files';
  return test === '' ? `before the first test of ${file}` : `in or after "${test}" of ${file}`;
}

/** `2 Timeout, 1 PipeWrap`. */
function countsOf(resources: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of resources) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ') || 'nothing';
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}
