import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../../disk/package-root.ts';
import { UsageError } from '../../errors.ts';
import { shellWord } from '../../../schemas/values/shell-word.ts';

const engine = 'chdb';

/**
 * Throws UsageError with the command that installs the engine of the embedded tables when it is missing: an installation
 * whose tables are on a server may leave it out.
 *
 * @param resolve path of a package; throws when it is not installed
 */
export function requireEngine(resolve: (name: string) => string = createRequire(import.meta.url).resolve): void {
  try {
    resolve(engine);
  } catch {
    throw new UsageError(
      `Tables in this process need the package ${engine}, which is not installed: run \`${installCommand(packageRoot())}\`, or name a ClickHouse server in ATTESTRY_CLICKHOUSE_URL.`,
    );
  }
}

/** The command that installs the engine beside a program whose package is at `root`. */
export const installCommand = (root: string): string =>
  `npm install --prefix ${shellWord(installationFolder(root))} --no-save --omit=dev ${engine}@${engineVersion()}`;

/** The folder whose `node_modules` the program uses: of an installed package the one above it, of a checkout its root. */
function installationFolder(root: string): string {
  const parts = root.split('/');
  const at = parts.lastIndexOf('node_modules');
  return at === -1 ? root : parts.slice(0, at).join('/') || '/';
}

const engineVersion = (): string => {
  const manifest = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<typeof engine, string>>;
  };
  return manifest.optionalDependencies[engine];
};
