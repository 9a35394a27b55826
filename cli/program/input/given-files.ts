import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { largestFile } from '../../../infra/disk/bounded-file.ts';
import { UsageError } from '../../../infra/errors.ts';
import type { Feed, OpenFile } from '../../../pipeline/ingest/feed.ts';
import type { GivenFile } from '../../../pipeline/publishers/snapshot.ts';
import { openInputFile } from './input-files.ts';
import { startProgress } from '../output/progress.ts';

/** The files of a snapshot as named on the command line. Throws UsageError for one that cannot be read. */
export function openSnapshot(feed: Feed, paths: readonly string[], clock: () => number): readonly GivenFile[] {
  const files = paths.map((path) => ({ name: basename(path), open: openWithProgress(path, largestOf(feed), clock) }));
  const names = new Set(files.map(({ name }) => name));
  if (names.size < files.length) throw new UsageError('two files of one snapshot have the same name');
  return files;
}

/** Largest file of a feed, bytes: an operator may have unpacked it. */
export const largestOf = ({ manifest: { limits } }: Feed): number =>
  limits === undefined ? largestFile : Math.max(limits.maximumBytes, limits.maximumInflatedBytes);

const megabyte = 1_000_000;

/** Opens a file with a progress line if reading it takes long. */
function openWithProgress(path: string, most: number, clock: () => number): OpenFile {
  const open = openInputFile(path, most);
  return async function* () {
    const { size } = statSync(path);
    const work = `storing ${basename(path)}`;
    const progress = startProgress({ stream: process.stderr, clock, work, unit: 'MB', scale: megabyte });
    let bytes = 0;
    for await (const piece of open()) {
      bytes += piece.length;
      progress.at(bytes, size);
      yield piece;
    }
    progress.end();
  };
}
