/**
 * Runs several test files in this process, one after the other. The arguments are the directory of the compiled modules
 * (`support/compiled-sources.ts`) and the files, as paths of the sources.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endAll } from './support/at-end.ts';

/** Processor seconds of a process, and of the processes it started and saw end. */
export interface Cpu {
  readonly own: number;
  readonly children: number;
}

/** The message that a process sends to its parent before it exits. */
export interface CpuOfFiles extends Cpu {
  readonly files: Readonly<Record<string, Cpu>>;
}

/** The message about a file whose tests start. */
export interface StartedFile {
  readonly file: string;
}

interface UvuGlobals {
  /** Makes uvu only queue suites; this file starts them. */
  UVU_DEFER: number;
  /** The suites of each file, after the name of the file. */
  UVU_QUEUE: unknown[][];
  UVU_INDEX: number;
}

const uvu = globalThis as unknown as UvuGlobals;
uvu.UVU_DEFER = 1;
/** The result of an empty suite in uvu's form. */
const noTests = [true, 0, 0, 0];
const { exec } = await import('uvu');
const files: Record<string, Cpu> = {};
let before: Cpu = { own: 0, children: 0 };
const [, , compiled = '', ...names] = process.argv;
for (const [index, file] of names.entries()) {
  uvu.UVU_INDEX = index;
  uvu.UVU_QUEUE.push([file, () => (process.send?.({ file } satisfies StartedFile), noTests)]);
  await import(pathToFileURL(join(compiled, file.replace(/\.ts$/, '.js'))).href);
  if (uvu.UVU_QUEUE[index]?.length === 2) throw new Error(`${file} registered no test (is test.run() missing?)`);
  uvu.UVU_QUEUE[index]?.push(() => {
    files[file] = sinceLast();
    return noTests;
  });
}
sinceLast();
process.once('exit', () => process.send?.({ own: ownCpu(), children: childrenCpu(), files } satisfies CpuOfFiles));
await exec(false);
await endAll();
// A failed hook may leave open what no later one closes. A process that passed must end by itself.
if (process.exitCode === 1) process.exit();

function sinceLast(): Cpu {
  const now = { own: ownCpu(), children: childrenCpu() };
  const since = { own: now.own - before.own, children: now.children - before.children };
  before = now;
  return since;
}

function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

/** Linux reports it in hundredths of a second. */
function childrenCpu(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const [, after = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [user = 0, system = 0] = after.split(' ').slice(13, 15).map(Number);
  return (user + system) / 100;
}
