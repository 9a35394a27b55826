import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from './commands.ts';

/** Limits of the packages that are installed, bytes: with the embedded tables, and without their engine. */
export const sizeLimits = { whole: 600 * 2 ** 20, withoutEngine: 45 * 2 ** 20 } as const;

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];

/** Makes the tarball of a checkout that has been built, in a folder. Returns its path. */
export async function pack(checkout: string, folder: string): Promise<string> {
  const made = await outputOf(checkout, ['npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder]);
  const [{ filename } = { filename: '' }] = JSON.parse(made) as readonly { readonly filename: string }[];
  return join(folder, filename);
}

/** Installs a tarball into an empty folder, which is made. Returns the folder of the package. */
export async function installTarball(tarball: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  await outputOf(folder, ['npm', 'install', ...quiet, tarball]);
  return join(folder, 'node_modules', 'attestry');
}

/** Removes the engine of the embedded tables, as an installation does whose tables are on a server. */
export function removeEngine(folder: string): void {
  for (const name of ['chdb', '@chdb']) rmSync(join(folder, 'node_modules', name), { recursive: true, force: true });
}

/** Installs the packages that a checkout needs to run, and no others. */
export const installPruned = async (checkout: string): Promise<void> => {
  await outputOf(checkout, ['npm', 'ci', ...quiet, '--omit=dev']);
};

/** Space that files take below a folder, bytes, as `du` counts it. */
export function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).blocks * 512, 0);
}

/** Throws when the packages of an installation take more than a limit. Returns a sentence with both. */
export function checkPackages(what: string, folder: string, limit: number): string {
  const packages = join(folder, 'node_modules');
  const own = join(packages, 'attestry');
  const bytes = bytesBelow(packages) - (existsSync(own) ? bytesBelow(own) : 0);
  const sentence = `${what}: packages of ${mebibytes(bytes)} MiB, at most ${mebibytes(limit)}`;
  if (bytes > limit) throw new Error(sentence);
  return sentence;
}

const mebibytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);
