/** `node:fs` for the modules of the log and the harness of rebalances: their directories are those of the simulated disk. */
import { simulatedDisk } from './disk.ts';

export const realpathSync = (path: string): string => path;
export const existsSync = (): boolean => true;
export const mkdirSync = (): undefined => undefined;

let directories = 0;
export const mkdtempSync = (prefix: string): string => {
  directories += 1;
  return `${prefix}${directories}`;
};

export const rmSync = (path: string): void => simulatedDisk().remove(path);
export const cpSync = (from: string, to: string): void => simulatedDisk().copy(from, to);
