import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleHash } from './hash-bundle.ts';
import { checkPackages, installTarball, pack, removeEngine, sizeLimits } from './installations.ts';
import { startClusterRoles, startTogether, startWithoutEngine } from './start-roles.ts';

/**
 * Installs the tarball of a built checkout into an empty folder, and starts every role from there: with the engine of the
 * embedded tables and, where a role needs none, without it. Throws at the first thing that is wrong.
 *
 * @param note receives a sentence for each thing that was checked
 */
export async function checkInstalled(checkout: string, note: (sentence: string) => void): Promise<void> {
  const parent = mkdtempSync(join(tmpdir(), 'attestry-release-'));
  try {
    refusePackagesAbove(parent);
    const folder = join(parent, 'installed');
    const root = await installTarball(await pack(checkout, parent), folder);
    const [installed, built] = [join(root, 'dist/program'), join(checkout, 'dist/program')].map(bundleHash);
    if (installed !== built) throw new Error(`the tarball has the program ${installed}, the checkout ${built}`);
    note(`tarball: the program ${installed}`);
    note(checkPackages('installed', folder, sizeLimits.whole));
    const installation = { folder, program: join(folder, 'node_modules/.bin/attestry') };
    for (const sentence of await startTogether(installation)) note(sentence);
    removeEngine(folder);
    note(checkPackages('without the engine of the tables', folder, sizeLimits.withoutEngine));
    for (const sentence of await startClusterRoles(installation)) note(sentence);
    note(await startWithoutEngine(installation));
  } finally {
    rmSync(parent, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Packages of a folder further up would stand in for those that an installation lacks. */
function refusePackagesAbove(folder: string): void {
  for (let above = folder; above !== dirname(above); above = dirname(above)) {
    if (existsSync(join(above, 'node_modules')))
      throw new Error(`${above}/node_modules has packages: name another folder for temporary files in TMPDIR`);
  }
}
