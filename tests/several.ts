/** Runs several test files in this process, one after the other, as the arguments name them. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface UvuGlobals {
  /** Tells uvu that somebody else starts the suites. */
  UVU_DEFER: number;
  /** Suites by file, behind the name of the file. */
  UVU_QUEUE: unknown[][];
  UVU_INDEX: number;
}

const uvu = globalThis as unknown as UvuGlobals;
uvu.UVU_DEFER = 1;
const { exec } = await import('uvu');
for (const [index, file] of process.argv.slice(2).entries()) {
  uvu.UVU_INDEX = index;
  uvu.UVU_QUEUE.push([file]);
  await import(pathToFileURL(resolve(file)).href);
  if (uvu.UVU_QUEUE[index]?.length === 1) throw new Error(`${file} registered no test (is test.run() missing?)`);
}
await exec(false);
