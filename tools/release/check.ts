/**
 * `npm run release:check`: shows on a clean clone of the newest commit that it can be released. The checks pass; the clone,
 * the tarball of `npm pack` and the build context of the Dockerfile give the same program of that commit; what is installed
 * is within its limits, and every role starts from there. Needs the npm registry. Ends with code 1 at the first thing that is
 * wrong.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyBuildContext } from './build-context.ts';
import { checkInstalled } from './check-installed.ts';
import { outputOf } from './commands.ts';
import { bundleHash } from './hash-bundle.ts';
import { checkPackages, installPruned, removeEngine, sizeLimits } from './installations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const note = (sentence: string): void => console.log(`ok    ${sentence}`);

const parent = mkdtempSync(join(tmpdir(), 'attestry-release-'));
try {
  await checkRelease(parent);
} catch (error) {
  console.error(`FAIL  ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(parent, { recursive: true, force: true, maxRetries: 10 });
}

async function checkRelease(folder: string): Promise<void> {
  const commit = (await outputOf(root, ['git', 'rev-parse', 'HEAD'])).trim();
  const clone = join(folder, 'clone');
  await outputOf(root, ['git', 'clone', '--quiet', root, clone]);
  await outputOf(clone, ['npm', 'ci', '--no-audit', '--no-fund']);
  const hash = programOf(clone, commit);
  note(`clean clone of ${commit}: the program ${hash}`);
  await outputOf(clone, ['npm', 'run', 'check']);
  note('npm run check passes there');
  await checkInstalled(clone, note);

  const context = join(folder, 'context');
  mkdirSync(context);
  copyBuildContext(clone, context);
  await outputOf(context, ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  await outputOf(context, ['npm', 'run', 'build'], { BUILD_COMMIT: commit });
  const imageHash = programOf(context, commit);
  if (imageHash !== hash) throw new Error(`the build context of the Dockerfile gives the program ${imageHash}`);
  note('the build context of the Dockerfile gives the same program');

  await installPruned(context);
  note(checkPackages('npm ci --omit=dev', context, sizeLimits.whole));
  removeEngine(context);
  note(checkPackages('the same without the engine of the tables', context, sizeLimits.withoutEngine));
}

/** Hash of the program that a checkout built. Throws when its file beside it names another commit. */
function programOf(checkout: string, commit: string): string {
  const program = join(checkout, 'dist/program');
  const stated = readFileSync(join(program, 'commit'), 'utf8').trim();
  if (stated !== commit) throw new Error(`${program} states the commit ${stated}`);
  return bundleHash(program);
}
