import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import { openRoot } from './open-root.ts';

/** The process that runs the service on a data directory. */
interface Holder {
  /** Id of this acquisition: a process may only release its own. */
  readonly id: string;
  readonly pid: number;
  /** Start time of the process as the system prints it: distinguishes it from a later process with the same pid. */
  readonly processStart: string;
  /** Id of this boot of the machine. */
  readonly boot: string;
  readonly owner: string;
  /** When the lock was acquired, ISO 8601. */
  readonly since: string;
}

export interface ServiceLock {
  readonly release: () => Promise<void>;
}

/**
 * Makes this process the only service on a data directory. The holder is stored under LMDB's write lock, which the kernel
 * releases when a process dies; a holder whose process has died (kill -9, power loss) is replaced. Throws UsageError that
 * names the holder.
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
  const { root, release } = openRoot({ path, encoding: 'json', overlappingSync: false, noSubdir: false });
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

/** Start time of a process as the system prints it; null when there is no such process. */
function processStart(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may contain spaces; state is field 3, start time (clock ticks since boot) field 22.
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

/** Linux: the kernel's boot id. Elsewhere it is empty, because `ps` prints absolute start times. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
