import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '../../schemas/values/hash.ts';
import { UsageError } from '../errors.ts';
import { syncDirectory } from './copy-file.ts';
import { isManifest, type Manifest, whyNotPaths } from './manifest-shape.ts';
import { openPlain } from './open-plain.ts';

const format: Manifest['format'] = 'attestry-backup-1';
const fileName = 'manifest.json';

export const manifestOf = (contents: Omit<Manifest, 'format'>): Manifest => ({ format, ...contents });

/** Writes the manifest of a directory whose files are durable, atomically. */
export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const path = join(directory, fileName);
  const file = await open(`${path}.tmp`, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ ...manifest, digest: hashOf(manifest) }, null, 1)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.tmp`, path);
  await syncDirectory(directory);
}

/** Throws UsageError when the directory is not a complete backup of known files that this version can read. */
export async function readManifest(directory: string): Promise<Manifest> {
  const path = join(directory, fileName);
  const text = await readText(directory).catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'no backup, or one that was cut short' : `not readable (${code ?? ''})`;
    throw new UsageError(`${directory} is ${why}: there is no ${fileName} to read in it.`);
  });
  const stored = parse(text);
  if (stored?.['format'] !== format || !isManifest(stored)) {
    throw new UsageError(`${path} is no manifest of a backup, or of a later version.`);
  }
  const { digest, ...manifest } = stored;
  if (hashOf(manifest) !== digest) throw new UsageError(`${path} was altered; take another backup.`);
  const why = whyNotPaths(manifest.files);
  if (why !== null) throw new UsageError(`${path} ${why}: it was forged; use another backup.`);
  return manifest;
}

/** Some two million artifacts. */
const mostBytes = 400 * 1024 * 1024;

async function readText(directory: string): Promise<string> {
  const file = await openPlain(directory, fileName);
  try {
    const { size } = await file.stat();
    if (size > mostBytes) throw new UsageError(`${join(directory, fileName)} is too large for a manifest of a backup.`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
