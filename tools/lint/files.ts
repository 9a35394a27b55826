import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

/** Recorded bytes, generated code, and the refused words themselves. */
const foreign =
  /^(?:tests\/fixtures|tests\/approved|demo\/files|infra\/clickhouse\/migrations|schemas\/generated)\/|^clients\/typescript\/src\/schema\.ts$|(?:^|\/)LICENSE$|^tools\/lint\/words\.ts$|^tests\/tools\/lint-prose\.test\.ts$/;

const unread: ReadonlySet<string> = new Set(['.git', 'node_modules', 'dist', 'data', 'package-lock.json']);

/** Files that git tracks below the paths, or below the whole tree; without git, every file that a checkout has. */
export function trackedFiles(paths: readonly string[], git = 'git'): readonly string[] {
  return listed(paths, git).filter((file) => !foreign.test(file) && existsSync(file));
}

function listed(paths: readonly string[], git: string): readonly string[] {
  try {
    const arguments_ = ['ls-files', '-z', '--', ...paths];
    return execFileSync(git, arguments_, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\0')
      .filter((file) => file !== '');
  } catch {
    return (paths.length === 0 ? ['.'] : paths).flatMap(filesBelow);
  }
}

function filesBelow(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter(({ name }) => !unread.has(name))
      .flatMap(({ name }) => filesBelow(path === '.' ? name : `${path}/${name}`));
  } catch {
    return [path];
  }
}
