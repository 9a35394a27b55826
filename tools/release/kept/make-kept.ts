/** What a release keeps for the tests of every later build: the log of its demo, and the evidence of changes of the demo. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { outcomeOf, outputOf } from '../commands.ts';
import { roleSettings, startRole } from '../start-roles.ts';
import { writeFiles } from '../write-files.ts';
import { packFiles } from './packed-files.ts';

/** Largest packed log: it stays in the repository for ever. */
const mostLogBytes = 2 * 2 ** 20;

/** The files of a backup that a kept log leaves out: keys of the installation. */
const isKey = (path: string): boolean => !/^(?:log|artifacts)\//.test(path);

/**
 * Fills a new directory with the demo, and writes its log to `logs/<version>.br` and a bundle of a change of each category to
 * `bundles/<version>-<category>.json` below a folder. Of a category the smallest bundle is taken that proves its change.
 * Throws when one of the files exists; writes them once all are made. Returns a sentence for each category and file.
 */
export async function makeKept(checkout: string, version: string, folder: string): Promise<readonly string[]> {
  const logFile = join(folder, 'logs', `${version}.br`);
  const bundleFile = (category: string): string => join(folder, 'bundles', `${version}-${category}.json`);
  for (const path of [logFile, ...termsOf('category').map(bundleFile)]) refuseKept(path);
  const parent = mkdtempSync(join(tmpdir(), 'attestry-kept-'));
  const settings = { ...roleSettings(join(parent, 'data')), ATTESTRY_TOPIC_PARTITIONS: '2' };
  const program = [process.execPath, join(checkout, 'dist/program/attestry.cjs')];
  const run = (...rest: readonly string[]): Promise<string> => outputOf(checkout, [...program, ...rest], settings);
  try {
    const { end } = await startRole(checkout, [...program, 'up', '--demo', '--json'], settings);
    try {
      await run('wait', '--idle');
    } finally {
      await end();
    }
    await run('backup', join(parent, 'backup'));
    const packed = packFiles(join(parent, 'backup'), pathsOf(join(parent, 'backup')));
    if (packed.length > mostLogBytes)
      throw new Error(`the log takes ${packed.length} bytes, more than ${mostLogBytes}`);
    const files: Record<string, Buffer> = { [logFile]: packed };
    const without: string[] = [];
    for (const [category, ids] of await changesByCategory(run)) {
      const proven: Buffer[] = [];
      for (const id of ids) proven.push(...(await provenBundle(id)));
      const [smallest] = proven.sort((a, b) => a.length - b.length);
      if (smallest !== undefined) files[bundleFile(category)] = smallest;
      else without.push(`${category}: the demo has no proven change; tests/fixtures/bundles/cases has made-up ones`);
    }
    writeFiles(files);
    return [...Object.entries(files).map(([path, { length }]) => `${path}: ${length} bytes`), ...without];
  } finally {
    rmSync(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  /** None when the bundle does not prove its change. */
  async function provenBundle(id: string): Promise<readonly Buffer[]> {
    const file = join(parent, `${id.replace(':', '-')}.json`);
    await run('explain', id, '--documents', '--bundle', file);
    const { code } = await outcomeOf(checkout, [...program, 'explain', '--check', file], settings);
    return code === 0 ? [readFileSync(file)] : [];
  }
}

function refuseKept(path: string): void {
  if (existsSync(path)) throw new Error(`${path} is kept already: a kept file is never written again`);
}

function pathsOf(backup: string): readonly string[] {
  const { files } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as {
    readonly files: readonly { readonly path: string }[];
  };
  return files.map(({ path }) => path).filter((path) => !isKey(path));
}

/** At most so many changes of a category are tried: each is a start of the program. */
const mostTried = 8;

async function changesByCategory(
  run: (...rest: readonly string[]) => Promise<string>,
): Promise<readonly (readonly [category: string, ids: readonly string[]])[]> {
  const lines = (await run('changes', 'list', '--json')).trimEnd().split('\n');
  const changes = lines.map((line) => JSON.parse(line) as { readonly id: string; readonly category: string });
  return termsOf('category').map((category) => [
    category,
    changes.flatMap((change) => (change.category === category ? [change.id] : [])).slice(0, mostTried),
  ]);
}
