/** Files in a directory of artifacts: `<directory>/ab/ab12…`, and temporary files that end with `.tmp`. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** An artifact as listed by a store. */
export interface KeptArtifact {
  readonly sha256: string;
  /** Stored size, compressed. */
  readonly storedBytes: number;
  /** Time of its last `put`, milliseconds. */
  readonly storedAt: number;
}

export async function* artifactsIn(directory: string): AsyncGenerator<KeptArtifact> {
  for (const folder of await foldersOf(directory)) {
    for (const sha256 of await readdir(join(directory, folder))) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) continue;
      const found = await stat(join(directory, folder, sha256)).catch(nullIfMissing);
      if (found !== null) yield { sha256, storedBytes: found.size, storedAt: found.mtimeMs };
    }
  }
}

/** Deletes temporary files older than `before` (milliseconds). A writer needs minutes at most, so theirs are abandoned. */
export async function removeLeftovers(directory: string, before: number): Promise<number> {
  let removed = 0;
  for (const folder of ['', ...(await foldersOf(directory))]) {
    const names = (await readdir(join(directory, folder)).catch(nullIfMissing)) ?? [];
    for (const path of names.filter((name) => name.endsWith('.tmp')).map((name) => join(directory, folder, name))) {
      const found = await stat(path).catch(nullIfMissing);
      if (found === null || found.mtimeMs >= before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
  }
  return removed;
}

const foldersOf = async (directory: string): Promise<readonly string[]> =>
  ((await readdir(directory).catch(nullIfMissing)) ?? []).filter((name) => /^[0-9a-f]{2}$/.test(name));

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
