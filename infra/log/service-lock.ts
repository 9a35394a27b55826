import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import { processStart } from '../process/process-start.ts';
import { bindSocket, isListening } from './lock-socket.ts';
import { DamagedLogError } from './lmdb/damaged-log-error.ts';
import { findingOfFile } from './lmdb/file-length.ts';
import { openRoot, type OpenRoot } from './lmdb/open-root.ts';

/** The process that runs the service on a data directory. */
interface Holder {
  /** Id of this acquisition: a process may only release its own. */
  readonly id: string;
  /** Whether it listens on the socket of its id. Where sockets are not supported, its pid shows whether it is alive. */
  readonly listens: boolean;
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
 * Makes this process the only service on a data directory. A holder is alive while it listens on its Unix socket there: the
 * kernel closes the socket with the process, also after kill -9, and shows it to every PID namespace and container that
 * shares the directory (decision 37). The holder's id is stored under LMDB's write lock, and only replaced by a process that
 * found this very holder dead. Throws UsageError that names the holder.
 *
 * @param warn called if the file system has no sockets: then processes of another PID namespace are not seen
 */
export async function acquireServiceLock(
  directory: string,
  owner: string,
  warn: (sentence: string) => void = () => undefined,
): Promise<ServiceLock> {
  const path = join(directory, 'service');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const boot = bootId();
  const id = randomUUID();
  const socket = await bindSocket(path, socketOf(id));
  if (socket === null) {
    warn(`${path} cannot have a socket: a process in another container that uses this directory is not noticed`);
  }
  const mine: Holder = {
    id,
    listens: socket !== null,
    pid: process.pid,
    processStart: processStart(process.pid) ?? '',
    boot,
    owner,
    since: new Date().toISOString(),
  };
  const close = async (): Promise<void> => socket?.close();
  try {
    for (let dead: Holder | null = null; ; ) {
      const holder: Holder = swapHolder(path, dead, mine);
      if (holder === mine) {
        if (dead !== null) rmSync(join(path, socketOf(dead.id)), { force: true });
        break;
      }
      if (await isAlive(path, holder, boot)) throw alreadyRuns(directory, holder);
      dead = holder;
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    release: async () => {
      swapHolder(path, mine, null);
      await close();
    },
  };
}

const socketOf = (id: string): string => `${id}.sock`;

const alreadyRuns = (directory: string, { owner, pid, since }: Holder): UsageError =>
  new UsageError(
    `Attestry already runs on ${resolve(directory)}: ${owner}, process ${pid}, since ${since}. ` +
      'Stop it first, or give this one another ATTESTRY_DATA_DIR.',
  );

/** Compare and swap: writes `next` if there is no holder or it is `expected`. Returns the holder afterwards. */
function swapHolder(path: string, expected: Holder | null, next: Holder): Holder;
function swapHolder(path: string, expected: Holder, next: null): Holder | null;
function swapHolder(path: string, expected: Holder | null, next: Holder | null): Holder | null {
  const { root, release } = openHolder(path);
  try {
    return root.transactionSync(() => {
      const holder = (root.get('holder') ?? null) as Holder | null;
      if (next === null ? holder?.id !== expected?.id : holder !== null && holder.id !== expected?.id) return holder;
      root.putSync('holder', next);
      return next;
    });
  } finally {
    release();
  }
}

/** Whether another process runs the service on a data directory. */
export async function isHeldByOther(directory: string): Promise<boolean> {
  const path = join(directory, 'service');
  if (!existsSync(join(path, 'data.mdb'))) return false;
  const { root, release } = openHolder(path);
  const holder = (root.get('holder') ?? null) as Holder | null;
  release();
  if (holder === null) return false;
  const isMine = holder.pid === process.pid && holder.processStart === processStart(process.pid);
  return !isMine && isAlive(path, holder, bootId());
}

/** The lock is no part of the log: it may be deleted where no process runs. */
function openHolder(path: string): OpenRoot {
  const file = join(path, 'data.mdb');
  const finding = findingOfFile(file);
  if (finding !== null) {
    throw new DamagedLogError(
      `The lock of the service is damaged: ${file} cannot be read (${finding.how}). Nothing is lost with it: stop every process of Attestry that uses this directory, delete ${path}, and start again.`,
    );
  }
  return openRoot({ path, encoding: 'json', overlappingSync: false, noSubdir: false });
}

const isAlive = async (path: string, holder: Holder, boot: string): Promise<boolean> =>
  holder.listens
    ? isListening(path, socketOf(holder.id))
    : holder.boot === boot && processStart(holder.pid) === holder.processStart;

/** Linux: the kernel's boot id. Elsewhere it is empty, because `ps` prints absolute start times. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
