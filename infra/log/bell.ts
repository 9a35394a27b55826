import { closeSync, constants, openSync, watch, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Wakes listeners in all processes that have a log open, through a file beside its environments. */
export interface Bell {
  /** Rings in every process that listens, this one too. Nothing happens where the file cannot be written. */
  readonly ring: () => void;
  /**
   * Calls `heard` after rings, once for those that come together. A ring may be lost or late.
   *
   * @param failed called when rings are no longer heard
   * @returns what ends it; null where the kernel reports no writes of this file
   */
  readonly listen: (heard: () => void, failed: () => void) => (() => void) | null;
  readonly close: () => void;
}

const fileName = 'bell';
const byte = Buffer.from('.');

/** The bell of the log in `directory`. `readOnly` creates no file, so it hears others only where one of them created it. */
export function openBell(directory: string, readOnly: boolean): Bell {
  const path = join(directory, fileName);
  let file: number | null = null;
  const create = (): number => {
    file ??= openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
    return file;
  };
  return {
    ring: () => {
      // The append is durable; processes that do not hear of it find it by their poll.
      try {
        writeSync(create(), byte, 0, byte.length, 0);
      } catch {
        return;
      }
    },
    listen: (heard, failed) => {
      try {
        if (!readOnly) create();
        const watcher = watch(path, { persistent: false }, heard);
        watcher.on('error', () => {
          watcher.close();
          failed();
        });
        return () => watcher.close();
      } catch {
        return null;
      }
    },
    close: () => {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}
