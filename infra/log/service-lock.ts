import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import { holdRoot } from './kept-root.ts';

/** Who runs the service on a data directory. */
interface Holder {
  /** Of this acquisition: a process may release only what it took itself. */
  readonly id: string;
  readonly pid: number;
  /** When the process started, in the system's own words: tells a process from a later one with the same pid. */
  readonly processStart: string;
  /** Tells this run of the machine from the one before. */
  readonly boot: string;
  readonly owner: string;
  /** When the lock was taken, ISO 8601. */
  readonly since: string;
}

export interface ServiceLock {
  readonly release: () => Promise<void>;
}

/**
 * Makes this process the only service on a data directory. Whoever holds it is written down under LMDB's write lock,
 * which the kernel frees when a process dies; a holder whose process is gone (kill -9, power loss) is replaced.
 * Throws a UsageError that names the holder.
 */
export async function acquireServiceLock(directory: string, owner: string): Promise<ServiceLock> {
  const path = join(directory, 'service');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const boot = bootId();
  const mine: Holder = {
    id: randomUUID(),
    pid: process.pid,
    processStart: processStart(process.pid) ?? '',
    boot,
    owner,
    since: new Date().toISOString(),
  };
  const holder = await inLock(path, (read, write) => {
    const current = read();
    if (current !== null && isAlive(current, boot)) return current;
    write(mine);
    return mine;
  });
  if (holder !== mine) {
    throw new UsageError(
      `Attestry already runs on ${resolve(directory)}: ${holder.owner}, process ${holder.pid}, since ${holder.since}. ` +
        'Stop it first, or give this one another ATTESTRY_DATA_DIR.',
    );
  }
  const release = (): Promise<void> =>
    inLock(path, (read, write) => {
      if (read()?.id === mine.id) write(null);
    });
  return { release };
}

type Read = () => Holder | null;
type Write = (holder: Holder | null) => void;

async function inLock<T>(path: string, change: (read: Read, write: Write) => T): Promise<T> {
  const { root, release } = holdRoot({ path, encoding: 'json', overlappingSync: false, noSubdir: false });
  try {
    return root.transactionSync(() =>
      change(
        () => (root.get('holder') ?? null) as Holder | null,
        (holder) => root.putSync('holder', holder),
      ),
    );
  } finally {
    release();
  }
}

const isAlive = (holder: Holder, boot: string): boolean =>
  holder.boot === boot && processStart(holder.pid) === holder.processStart;

/** Start of a process as the system states it; null when there is no such process. */
function processStart(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may itself hold spaces; state is field 3, start time (clock ticks since boot) 22.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
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

/** Linux: the kernel's boot id. Elsewhere `ps` gives absolute times, so a start time says it all. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
