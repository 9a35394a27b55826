import { lstatSync } from 'node:fs';
import nodeModule from 'node:module';
import { join, resolve } from 'node:path';

/** The part of `node:module` that keeps compiled code; Node 22.1 and newer have it. */
interface CompileCache {
  readonly enableCompileCache?: (directory: string) => unknown;
}

const nodes: object = nodeModule;
const ofNode = nodes as CompileCache;

/**
 * Keeps the compiled code of modules in the data directory, so that the next start does not compile them again; threads and
 * child processes do the same. Code is read from a directory of this user alone, so none is kept before the first start of the
 * service has made one. Node's own variable `NODE_COMPILE_CACHE` takes precedence.
 */
export function useCompileCache(environment: NodeJS.ProcessEnv, cache: CompileCache = ofNode): void {
  if (cache.enableCompileCache === undefined || environment['NODE_COMPILE_CACHE'] !== undefined) return;
  // An empty variable counts as unset, as in the settings.
  const { ATTESTRY_DATA_DIR: given = '' } = environment;
  const folder = resolve(given === '' ? './data' : given, 'service');
  if (!isPrivate(folder)) return;
  const directory = join(folder, 'compile-cache');
  environment['NODE_COMPILE_CACHE'] = directory;
  cache.enableCompileCache(directory);
}

/**
 * Whether it is a directory that only this user may enter, as the service makes it: Node makes those below it by the umask. One
 * that cannot be read is left to the command, which reports it if it needs it.
 */
function isPrivate(folder: string): boolean {
  try {
    const found = lstatSync(folder);
    const others = 0o077;
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & others) === 0;
  } catch {
    return false;
  }
}
