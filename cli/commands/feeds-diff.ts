import { basename } from 'node:path';
import { diffSnapshots } from '../../pipeline/ingest/diff-snapshots.ts';
import type { Feed, OpenFile, SnapshotFile } from '../../pipeline/ingest/feed.ts';
import type { Context } from '../program/command.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { feedById } from '../feeds/feed-runs.ts';
import { largestOf } from '../program/input/given-files.ts';
import { openInputFile, readInputFile } from '../program/input/input-files.ts';
import { visibleLines, visibleText } from '../program/output/visible-text.ts';

/** The action of `feeds diff`. */
export async function diffFiles({ out }: Context, id: string, before: string, after: string): Promise<void> {
  const feed = feedById(id);
  const diff = diffSnapshots(feed, ...(await filesToCompare(feed, before, after)));
  if (!diff.ok) throw new CommandFailed(diff.reason);
  for (const alarm of diff.alarms) out.note(visibleText(`alarm: ${alarm}`));
  for (const event of diff.events) {
    const fields = Object.entries(event.fields).map(
      ([name, { before: old, after: now }]) => `    ${name}: ${old ?? '-'} -> ${now ?? '-'}`,
    );
    const head = `${event.kind} ${event.name ?? event.key}`;
    out.row(event, visibleLines([head, ...(event.kind === 'changed' ? fields : [])]));
  }
  const { rows, ...counts } = diff.counts;
  const text = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
  out.row({ counts: diff.counts }, `${text.join(', ')}; rows ${rows.old} -> ${rows.new}`);
}

/** Prints the differing records of files too large for memory, and the full comparison of all others. */
async function filesToCompare(feed: Feed, before: string, after: string): Promise<[SnapshotFile[], SnapshotFile[]]> {
  if (feed.kind !== 'register' || feed.reduce === undefined) {
    return [
      [{ name: basename(before), bytes: readInputFile(before, largestOf(feed)) }],
      [{ name: basename(after), bytes: readInputFile(after, largestOf(feed)) }],
    ];
  }
  const { reduce, differing } = feed;
  const [open, openNow] = [openInputFile(before, largestOf(feed)), openInputFile(after, largestOf(feed))];
  const ids = (await differing?.(open, openNow)) ?? [];
  const reduced = async (path: string, file: OpenFile): Promise<SnapshotFile> => ({
    name: basename(path),
    bytes: await reduce(file, { kind: 'exactly', ids }),
  });
  return [[await reduced(before, open)], [await reduced(after, openNow)]];
}
