/**
 * A process that reads a log and nothing else: damaged pages end it instead of the service. Started by `check-log.ts` with the
 * folder of the log and the extent, or with the folder of one environment, the extent and `one`; writes each file before it reads it, and empty lines as signs of life.
 */
import { join } from 'node:path';
import { endWithParent } from '../../process/end-with-parent.ts';
import { exitOf } from './check-exit.ts';
import type { Extent } from './extent.ts';
import { readLog } from './read-log.ts';

// Damage may keep the main thread in a circle, where it does not see that its parent is gone.
endWithParent(0);

const [, , folder = '', extent = 'newest', one] = process.argv;
const write = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  const folders = one === 'one' ? [folder] : ['data', 'accounts'].map((name) => join(folder, name));
  readLog({ folders, extent: extent as Extent, onFile: write, onProgress: () => write('') });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = exitOf(error);
}
