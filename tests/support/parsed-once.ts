import type { ParsedEntry, SanctionsFeed, SnapshotFile } from '../../pipeline/ingest/feed.ts';

export interface ParsedList {
  readonly rows: readonly ParsedEntry[];
  readonly alarms: readonly string[];
}

const known = new Map<string, ParsedList>();

/**
 * What fixtures of a list hold. Files of one process share it, so nothing may change it, and the names of the files must tell
 * them apart.
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
