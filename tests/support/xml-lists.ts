import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ParsedEntry, SanctionsFeed, SnapshotFile } from '../../pipeline/ingest/feed.ts';
import { fixturePath } from './fixture-path.ts';

/** A fixture as the file that the source publishes: `.gz` is removed. */
export function fixtureFile(feed: string, name: string): SnapshotFile {
  const bytes = readFileSync(fixturePath(feed, name));
  return name.endsWith('.gz') ? { name: name.slice(0, -3), bytes: gunzipSync(bytes) } : { name, bytes };
}

export const xmlFile = (text: string, name = 'list.xml'): SnapshotFile => ({ name, bytes: Buffer.from(text) });

export interface ReadList {
  readonly rows: readonly ParsedEntry[];
  readonly alarms: readonly string[];
}

export function readList({ parse }: SanctionsFeed, file: SnapshotFile): ReadList {
  const parsed = parse([file]);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed;
}

/** The reason why a file is refused; `accepted` if it is not. */
export function reasonOf({ parse }: SanctionsFeed, file: SnapshotFile): string {
  const parsed = parse([file]);
  return parsed.ok ? 'accepted' : parsed.reason;
}
