/** Files that a test gives to commands, and what the log has gained meanwhile. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { logEnds } from '../support/raw-log.ts';
import type { Sandbox } from '../support/service.ts';

/** A line of an import with other members. */
export const variant = (line: string | undefined, members: object): string =>
  JSON.stringify({ ...(JSON.parse(line ?? '{}') as object), ...members });

/** Writes a file into a folder for given files, and returns its path. */
export function giveFile({ directory }: Sandbox, name: string, bytes: string | Buffer): string {
  mkdirSync(join(directory, 'given'), { recursive: true });
  const path = join(directory, 'given', name);
  writeFileSync(path, bytes);
  return path;
}

type Ends = Awaited<ReturnType<typeof logEnds>>;

/** Topics that grew between two reads of the log. */
export const grown = (before: Ends, after: Ends): readonly string[] =>
  Object.keys(after).filter((topic) => String(before[topic]) !== String(after[topic]));
