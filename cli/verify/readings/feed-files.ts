import type { Feed, ParsedEntry, ParsedRow, SnapshotFile } from '../../../pipeline/ingest/feed.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import type { FindArtifact } from '../evidence/artifacts.ts';
import type { Snapshot } from '../evidence/evidence.ts';
import { snapshotNamed, type SnapshotName } from '../evidence/snapshots.ts';
import { broken, notProved, type ReadAgain } from './outcome.ts';

/** Files of a snapshot, parsed by the parser of ingest. */
export interface ParsedFiles {
  readonly feed: Feed;
  readonly rows: readonly ParsedRow[] | readonly ParsedEntry[];
  readonly snapshot: Snapshot;
}

export type OpenedFiles = ParsedFiles | ReadAgain;

export const isParsed = (opened: OpenedFiles): opened is ParsedFiles => 'rows' in opened;

/**
 * Parses the files of snapshots, each once. `identifier`: whose records are requested of a source that is too large to be
 * read in full; null for none.
 */
export function createFeedFiles(
  snapshots: readonly Snapshot[],
  findArtifact: FindArtifact,
): (name: SnapshotName, identifier: string | null) => Promise<OpenedFiles> {
  const opened = new Map<string, Promise<OpenedFiles>>();
  return (name, identifier) => {
    const snapshot = snapshotNamed(name, snapshots);
    const feed = feeds.get(name.feed);
    if (feed === undefined || snapshot === undefined) {
      return Promise.resolve(notProved('which files were read together is not known'));
    }
    const key = JSON.stringify([snapshot, isReduced(feed) ? identifier : null]);
    const known = opened.get(key);
    if (known !== undefined) return known;
    const opening = openSnapshot(feed, snapshot, identifier, findArtifact);
    opened.set(key, opening);
    return opening;
  };
}

const isReduced = (feed: Feed): boolean => feed.kind === 'register' && feed.reduce !== undefined;

async function openSnapshot(
  feed: Feed,
  snapshot: Snapshot,
  identifier: string | null,
  findArtifact: FindArtifact,
): Promise<OpenedFiles> {
  const files: SnapshotFile[] = [];
  for (const { name, sha256 } of snapshot.files) {
    const found = await findArtifact(sha256);
    if (found.state === 'broken') return broken(`${name}: ${found.reason}`);
    if (found.state === 'left_out') return notProved(`${name} is not included: ${found.reason}`);
    if (found.bytes === null) return notProved(`${name} is too large to be parsed again here`);
    const { bytes } = found;
    files.push({ name, bytes: await wantedOf(feed, bytes, identifier) });
  }
  const parsed = feed.parse(files);
  return parsed.ok ? { feed, rows: parsed.rows, snapshot } : broken(`the files cannot be parsed: ${parsed.reason}`);
}

/** The records of one identifier, for a feed whose files are larger than memory. */
async function wantedOf(feed: Feed, bytes: Buffer, identifier: string | null): Promise<Buffer> {
  const reduce = feed.kind === 'register' ? feed.reduce : undefined;
  if (reduce === undefined) return bytes;
  return reduce(
    async function* inMemory() {
      yield bytes;
    },
    { kind: 'exactly', ids: identifier === null ? [] : [identifier] },
  );
}
