/** What a directory of artifacts holds: `<directory>/ab/ab12…`, and files that are being written, which end with `.tmp`. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** An artifact as the store has it. */
export interface KeptArtifact {
  readonly sha256: string;
  /** Size as it is stored, compressed. */
  readonly storedBytes: number;
  /** When it was last put, milliseconds. */
  readonly storedAt: number;
}

export async function* artifactsIn(directory: string): AsyncGenerator<KeptArtifact> {
  for (const folder of await foldersOf(directory)) {
    for (const sha256 of await readdir(join(directory, folder))) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) continue;
      const found = await stat(join(directory, folder, sha256)).catch(unlessGone);
      if (found !== null) yield { sha256, storedBytes: found.size, storedAt: found.mtimeMs };
    }
  }
}

/** Whoever writes takes minutes at most; what is older than `before` (milliseconds) nobody writes any more. */
export async function removeLeftovers(directory: string, before: number): Promise<number> {
  let removed = 0;
  for (const folder of ['', ...(await foldersOf(directory))]) {
    const names = (await readdir(join(directory, folder)).catch(unlessGone)) ?? [];
    for (const path of names.filter((name) => name.endsWith('.tmp')).map((name) => join(directory, folder, name))) {
      const found = await stat(path).catch(unlessGone);
      if (found === null || found.mtimeMs >= before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
  }
  return removed;
}

const foldersOf = async (directory: string): Promise<readonly string[]> =>
  ((await readdir(directory).catch(unlessGone)) ?? []).filter((name) => /^[0-9a-f]{2}$/.test(name));

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
