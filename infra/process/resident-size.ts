import { readFileSync } from 'node:fs';

/** Resident size of a process in bytes; null where the system does not show it in `/proc`. */
export function residentSize(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
