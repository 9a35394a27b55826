import { readFileSync } from 'node:fs';

/**
 * Identifies the time since the machine was started: what a process wrote before, without a sync, may not be on the disk. Null
 * where the kernel has no such id, which is outside of Linux.
 */
export function bootId(file = '/proc/sys/kernel/random/boot_id'): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    return null;
  }
}
