import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Start time of a process as the system prints it; null when there is no such process. With the pid it names one process of
 * this boot: another one that gets the same pid later has another start time.
 */
export function processStart(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      return startInStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return null;
    }
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/**
 * Start time in the text of `/proc/PID/stat` (proc(5)), in clock ticks since boot; null for a process that has ended. Its first
 * thread may have ended before the others: until the last one ends, the process keeps its files open and its locks.
 */
export function startInStat(stat: string): string | null {
  // The name in parentheses may contain spaces; state is field 3, number of threads field 20, start time field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const hasEnded = state === 'X' || (state === 'Z' && Number(fields[17]) <= 1);
  return hasEnded ? null : (fields[19] ?? null);
}

/** Whether a signal has stopped a process; false where the system does not show it in `/proc`. */
export function isStopped(pid: number): boolean {
  try {
    return /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Command line of a process; empty when it is not known. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
