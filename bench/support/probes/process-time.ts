import { existsSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second. */
const tickMs = 10;

/** Processor time of the main thread of another process, microseconds, as Linux reports it; null elsewhere. */
export function mainThreadUs(pid: number): number | null {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  if (!existsSync(file)) return null;
  const [onCpuNs = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
  return onCpuNs / 1_000;
}

/** Processor time of another process and those that it started, milliseconds, as Linux reports it; null elsewhere. */
export function processorMs(pid: number): number | null {
  const [stat, children] = [`/proc/${pid}/stat`, `/proc/${pid}/task/${pid}/children`];
  if (!existsSync(stat)) return null;
  const [, after = ''] = readFileSync(stat, 'utf8').split(') ');
  const [user = 0, system = 0] = after.split(' ').slice(11, 13).map(Number);
  const started = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ') : [];
  const ofStarted = started.filter((one) => one !== '').map((one) => processorMs(Number(one)) ?? 0);
  return (user + system) * tickMs + ofStarted.reduce((sum, ms) => sum + ms, 0);
}
