import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '../../schemas/values/hash.ts';
import { UsageError } from '../errors.ts';
import { syncDirectory } from './copy-file.ts';

/** Contents of a backup. It is written last: a directory without a manifest is no backup. */
export interface Manifest {
  readonly format: typeof format;
  /** Version of the program that wrote it. */
  readonly program: string;
  /** ISO 8601. The backup has everything that was acknowledged before `startedAt`. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly logId: string;
  readonly topicPrefix: string;
  /** Records by topic. */
  readonly records: Readonly<Record<string, number>>;
  /** Address of the artifacts, when they are not part of the backup. */
  readonly artifactsElsewhere: string | null;
  readonly files: readonly BackedUpFile[];
}

export interface BackedUpFile {
  /** Relative to the backup and to the data directory it is restored into; with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

const format = 'attestry-backup-1';
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

/** Throws UsageError when the directory is not a complete backup that this version can read. */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, fileName), 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'no backup, or one that was cut short' : `not readable (${code ?? ''})`;
    throw new UsageError(`${directory} is ${why}: there is no ${fileName} to read in it.`);
  });
  const stored = parse(text);
  if (stored?.['format'] !== format) {
    throw new UsageError(`${join(directory, fileName)} is no manifest of a backup, or of a later version.`);
  }
  const { digest, ...manifest } = stored;
  if (hashOf(manifest) !== digest)
    throw new UsageError(`${join(directory, fileName)} was altered; take another backup.`);
  return manifest as unknown as Manifest;
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
