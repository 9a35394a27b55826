import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { topicNames } from '../../schemas/topics.ts';
import { DataFormatError, otherFormat } from '../data-format.ts';
import { UsageError } from '../errors.ts';
import { copyEnvironment } from '../log/copy-environment.ts';
import { openEmbeddedEngine } from '../embedded-engine.ts';
import { makeNamedDirectory } from '../disk/make-directory.ts';
import { copyFile, hashFile, syncDirectory } from './copy-file.ts';
import { artifactPath, logFiles, singleFiles } from './known-paths.ts';
import { manifestOf, writeManifest } from './manifest.ts';
import type { BackedUpFile, Manifest } from './manifest-shape.ts';

export interface BackupOptions {
  readonly dataDir: string;
  readonly topicPrefix: string;
  /** New or empty directory; its parents are created. */
  readonly to: string;
  /** Address of the artifacts, when they are not in the data directory. */
  readonly artifactsElsewhere: string | null;
  /** Version of the program. */
  readonly program: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/**
 * Copies log, processor state, schemas and artifacts of a data directory, while a service may run on it. Tables are not
 * copied, because they are rebuilt from the log. Accounts are copied before data, so that no copied account record refers to
 * a data record that the copy lacks. The service stores an artifact before a record names it; the backup copies it after.
 */
export async function takeBackup(options: BackupOptions): Promise<Manifest> {
  const { dataDir, to, clock } = options;
  const log = join(dataDir, 'log');
  if (!existsSync(join(log, 'accounts', 'data.mdb')) || !existsSync(join(log, 'data', 'data.mdb'))) {
    throw new UsageError(`${dataDir} holds no log: there is nothing to back up.`);
  }
  await prepareTarget(dataDir, to);
  const startedAt = new Date(clock()).toISOString();
  await copyEnvironment(join(log, 'accounts'), join(to, 'log', 'accounts'));
  await copyEnvironment(join(log, 'data'), join(to, 'log', 'data'));
  const contents = await contentsOf(options).catch(async (error: unknown) => {
    if (!(error instanceof DataFormatError)) throw error;
    await rm(join(to, 'log'), { recursive: true });
    // It is the log that is of another build, not its copy.
    throw otherFormat({ what: dataDir, by: 'path' });
  });
  const files: BackedUpFile[] = [];
  for (const path of logFiles) {
    files.push({ path, ...(await hashFile(join(to, path))) });
  }
  const artifacts = options.artifactsElsewhere === null ? await artifactsIn(dataDir) : [];
  for (const path of [...artifacts, ...singleFiles]) {
    const copied = await copyFile(join(dataDir, path), join(to, path)).catch(unlessGone);
    if (copied !== null) files.push({ path, ...copied });
  }
  await syncTree(to);
  const { artifactsElsewhere, program, topicPrefix } = options;
  const finishedAt = new Date(clock()).toISOString();
  const manifest = manifestOf({ program, startedAt, finishedAt, topicPrefix, ...contents, artifactsElsewhere, files });
  await writeManifest(to, manifest);
  return manifest;
}

async function prepareTarget(dataDir: string, to: string): Promise<void> {
  const path = relative(resolve(dataDir), resolve(to));
  if (!path.startsWith(`..${sep}`) && path !== '..') {
    throw new UsageError(`${to} is in the data directory: back up to another place, on another disk.`);
  }
  makeNamedDirectory(to, 'name another place for the backup');
  if ((await readdir(to)).length > 0) throw new UsageError(`${to} is not empty: name a new directory for each backup.`);
}

/** Opens the copied log, which proves that it is readable, and counts its records. */
async function contentsOf({ to, topicPrefix }: BackupOptions): Promise<Pick<Manifest, 'logId' | 'records'>> {
  const engine = openEmbeddedEngine({ directory: to, partitions: 1, prefix: topicPrefix, readOnly: true });
  try {
    const records: Record<string, number> = {};
    for (const topic of topicNames) {
      const ranges = await engine.log.ranges(topic);
      records[topic] = ranges.reduce((sum, { low, end }) => sum + end - low, 0);
    }
    return { logId: engine.log.logId, records };
  } finally {
    await engine.close();
    for (const name of ['accounts', 'data']) await rm(join(to, 'log', name, 'lock.mdb'), { force: true });
  }
}

async function artifactsIn(dataDir: string): Promise<readonly string[]> {
  const folders = await readdir(join(dataDir, 'artifacts')).catch(unlessGone);
  const paths: string[] = [];
  for (const folder of (folders ?? []).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    const names = await readdir(join(dataDir, 'artifacts', folder));
    paths.push(...names.filter((name) => /^[0-9a-f]{64}$/.test(name) && name.startsWith(folder)).map(artifactPath));
  }
  return paths;
}

/** Null for a file that was pruned since it was listed, or never existed. */
function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

async function syncTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isDirectory())) {
    await syncDirectory(join(entry.parentPath, entry.name));
  }
  await syncDirectory(directory);
}
