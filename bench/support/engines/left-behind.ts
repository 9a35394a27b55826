import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Ends engines that were started in the background below these folders if this process ends before it has stopped them:
 * interrupted, or over its time. Returns a function that cancels this.
 */
export function endWithProcess(...folders: readonly string[]): () => void {
  const end = (): void => {
    for (const folder of folders) {
      const file = join(folder, 'pid');
      if (!existsSync(file)) continue;
      try {
        process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }
  };
  process.once('exit', end);
  return () => void process.off('exit', end);
}
