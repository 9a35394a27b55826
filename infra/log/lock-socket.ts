import { closeSync, openSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, relative } from 'node:path';

/** A listening Unix socket. The kernel closes it when its process ends, however it ends. */
export interface LockSocket {
  readonly close: () => Promise<void>;
}

/** The longest path of a socket, bytes. Node truncates a longer one without an error and binds another file. */
const longestPathBytes = process.platform === 'linux' ? 107 : 103;

/** Errors of file systems and sandboxes without Unix sockets. */
const unsupported: ReadonlySet<string> = new Set([
  'EOPNOTSUPP',
  'ENOTSUP',
  'EPERM',
  'EACCES',
  'EINVAL',
  'ENAMETOOLONG',
]);

/** Listens on a socket of this name in a directory. Null where sockets are not supported. */
export async function bindSocket(directory: string, name: string): Promise<LockSocket | null> {
  const place = openPlace(directory, name);
  if (place === null) return null;
  const server = createServer((connection) => {
    // A connection without an error handler would end the process when its client resets it.
    connection.on('error', () => undefined);
    connection.destroy();
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(place.path, resolve);
    });
  } catch (error) {
    place.release();
    if (unsupported.has(codeOf(error))) return null;
    throw error;
  }
  server.on('error', () => undefined);
  server.unref();
  return {
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      rmSync(join(directory, name), { force: true });
      place.release();
    },
  };
}

/**
 * Whether a process listens on the socket, also one of another PID namespace or container on the same kernel, and one that
 * is stopped: the kernel accepts the connection. Only a refused connection proves that the process has ended.
 */
export async function isListening(directory: string, name: string): Promise<boolean> {
  const place = openPlace(directory, name);
  if (place === null) return false;
  try {
    return await new Promise<boolean>((resolve) => {
      const connection = connect(place.path);
      connection.on('connect', () => {
        connection.destroy();
        resolve(true);
      });
      connection.on('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))));
    });
  } finally {
    place.release();
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

interface Place {
  readonly path: string;
  readonly release: () => void;
}

/** A path of the socket that is short enough; null without one. */
function openPlace(directory: string, name: string): Place | null {
  const fits = (path: string): boolean => Buffer.byteLength(path) <= longestPathBytes;
  const short = [join(directory, name), relative(process.cwd(), join(directory, name))].find(fits);
  if (short !== undefined) return { path: short, release: () => undefined };
  if (process.platform !== 'linux') return null;
  const descriptor = openSync(directory, 'r');
  return { path: `/proc/self/fd/${descriptor}/${name}`, release: () => closeSync(descriptor) };
}
