/**
 * Runs test files in this process, one after the other, as the runner sends them. The argument is the directory of the
 * compiled modules (`support/compiled-sources.ts`).
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { endAll } from '../support/at-end.ts';
import { pendingConditions } from '../support/reached.ts';
import { runsOf } from '../support/runs.ts';
import { cpuBetween, cpuNow } from '../support/watchdog.ts';
import { countProcesses, startedProcesses } from './started-processes.ts';
import { type EndOfFile, endMark, type OpenResources, type StartedFile, type ToWorker } from './messages.ts';

interface UvuGlobals {
  /** Makes uvu only queue suites; this file starts them. */
  UVU_DEFER: number;
  /** The suites of each file, after the name of the file. */
  UVU_QUEUE: unknown[][];
}

const uvu = globalThis as unknown as UvuGlobals;
uvu.UVU_DEFER = 1;
const { exec } = await import('uvu');
const [, , compiled = ''] = process.argv;
countProcesses();
let before = cpuNow();
let processesBefore = startedProcesses();
let work = Promise.resolve();

process.on('message', (message: ToWorker) => {
  if (message === 'resources') {
    process.send?.({ resources: process.getActiveResourcesInfo() } satisfies OpenResources);
  } else if (message === 'end') {
    work = work.then(end);
  } else {
    work = work.then(async () => {
      for (const [index, file] of message.run.entries()) await runFile(file, index === message.run.length - 1);
    });
  }
});

/** What the files of a unit share is closed with the last, which fails if that fails. */
async function runFile(file: string, isLast: boolean): Promise<void> {
  process.send?.({ file } satisfies StartedFile);
  let code = 1;
  const environment = { ...process.env };
  // Of properties that name no number; what the file before has set is gone.
  fc.configureGlobal({ numRuns: runsOf(100) });
  try {
    // All suites of the file are run, and only these.
    uvu.UVU_QUEUE.splice(0, uvu.UVU_QUEUE.length, [file]);
    await import(pathToFileURL(join(compiled, file.replace(/\.ts$/, '.js'))).href);
    if (uvu.UVU_QUEUE[0]?.length === 1) throw new Error(`${file} registered no test (is test.run() missing?)`);
    await exec(false);
    code = Number(process.exitCode ?? 0);
    for (const what of pendingConditions()) throw new Error(`${file} has ended and still waits for: ${what}`);
    await endAll('file');
    if (isLast) await endAll('unit');
  } catch (error) {
    console.log(error instanceof Error ? error.stack : error);
  }
  process.exitCode = 0;
  restore(environment);
  finish(file, code);
}

/** A setting of one file would apply to the services that the next files start. */
function restore(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
}

async function end(): Promise<void> {
  await endAll('worker');
  finish('', 0);
  process.disconnect();
}

function finish(file: string, code: number): void {
  const now = cpuNow();
  const cpu = cpuBetween(before, now);
  before = now;
  const processes = startedProcesses() - processesBefore;
  processesBefore += processes;
  console.log(`\n${endMark}${JSON.stringify({ file, code, cpu, processes } satisfies EndOfFile)}`);
}
