import type { ParsedEntry, SanctionsFeed, SnapshotFile } from '../../pipeline/ingest/feed.ts';

export interface ParsedList {
  readonly rows: readonly ParsedEntry[];
  readonly alarms: readonly string[];
}

const known = new Map<string, ParsedList>();

/**
 * The parsed fixtures of a list. Test files of one process share them, so no test may change them, and different files must
 * have different names.
 *
 * @throws Error when the list refuses the files
 */
export function parsedOnce(feed: SanctionsFeed, files: readonly SnapshotFile[]): ParsedList {
  const key = [feed.manifest.id, ...files.map(({ name, bytes }) => `${name} ${bytes.length}`)].join('\n');
  const before = known.get(key);
  if (before !== undefined) return before;
  const parsed = feed.parse(files);
  if (!parsed.ok) throw new Error(parsed.reason);
  known.set(key, parsed);
  return parsed;
}
