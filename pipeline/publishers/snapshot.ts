import type { ArtifactStore } from '../../infra/artifacts/store.ts';
import type { FetchFailed, GuardedFetch } from '../../infra/fetch/fetch-types.ts';
import type { CapturedArtifact, FeedCapture } from '../../schemas/generated/records.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { Feed, OpenFile, SnapshotFile, WantedKind } from '../ingest/feed.ts';
import { captureIdOf } from '../ingest/snapshot-ids.ts';
import { fitting, publishedFiles } from './published-files.ts';

export interface SnapshotDeps {
  readonly artifacts: ArtifactStore;
  readonly fetch: GuardedFetch;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Identifiers that assets name, sorted. A source that is too large to be read in full is reduced to their records. */
  readonly wanted?: (kind: WantedKind) => Promise<readonly string[]>;
}

/** A file from the operator, in memory or read piece by piece. */
export type GivenFile = SnapshotFile | { readonly name: string; readonly open: OpenFile };

export type FetchedSnapshot =
  | { readonly kind: 'captured'; readonly capture: FeedCapture }
  | {
      readonly kind: 'failed';
      readonly outcome: FetchFailed['outcome'];
      /** Which file failed and why, as a sentence. */
      readonly message: string;
    };

/**
 * Fetches every file of a feed. Together they are one snapshot: when one file fails, the snapshot fails, because its rows
 * would read as removed. `previous` is the feed's last capture: files that the source reports as unchanged (304) are taken
 * from it. The bytes are durable in the artifact store before the capture exists. Files that are too large for memory
 * are stored piece by piece.
 */
export async function fetchSnapshot(
  feed: Feed,
  previous: FeedCapture | null,
  { artifacts, fetch, clock, wanted }: SnapshotDeps,
  signal?: AbortSignal,
): Promise<FetchedSnapshot> {
  const { manifest } = feed;
  const own = manifest.files.map(({ url }) => new URL(url).hostname);
  const hosts = [...new Set([...own, ...(manifest.redirectHosts ?? [])])];
  const published = await publishedFiles(manifest, fetch, signal);
  if (!published.ok) return { kind: 'failed', outcome: published.outcome, message: published.message };
  const captured: CapturedArtifact[] = [];
  let fetched = false;
  for (const { name, url, md5 } of published.files) {
    const earlier = await storedArtifact(artifacts, previous, url);
    // A file that a list names has its day in its name, and does not change.
    if (manifest.choose !== undefined && earlier !== null) {
      captured.push(earlier);
      continue;
    }
    const result = await fetch({
      url,
      hosts,
      contentTypes: manifest.contentTypes ?? defaultContentTypes,
      etag: earlier?.etag ?? null,
      lastModified: earlier?.lastModified ?? null,
      ...(signal === undefined ? {} : { signal }),
      ...(manifest.limits === undefined ? {} : { limits: manifest.limits }),
      ...(isReduced(feed) ? { keep: (body) => artifacts.putPieces(fitting(body, md5)) } : {}),
    });
    if (result.kind === 'failed') {
      return { kind: 'failed', outcome: result.outcome, message: `${name}: ${result.message}` };
    }
    if (result.kind === 'not_modified') {
      if (earlier === null)
        return { kind: 'failed', outcome: 'http_error', message: `${name}: 304 to a plain request.` };
      captured.push(earlier);
      continue;
    }
    fetched = true;
    const { contentType, etag, lastModified } = result;
    const { sha256, bytes } = result.kept ?? (await artifacts.put(result.bytes));
    captured.push({ name, sha256, bytes, url, contentType, etag, lastModified });
  }
  const obtained = fetched ? 'fetched' : 'not_modified';
  const content = { asOf: clock(), captured, wanted: await wantedOf(feed, wanted) };
  return { kind: 'captured', capture: makeCapture(feed, obtained, false, content) };
}

const wantedOf = async (feed: Feed, wanted: SnapshotDeps['wanted']): Promise<readonly string[]> =>
  (await requested(feed, wanted)) ?? [];

/** The identifiers that are requested of a feed; null when its files are read in full. */
export async function requested(
  feed: Feed,
  wanted: SnapshotDeps['wanted'] = () => Promise.resolve([]),
): Promise<readonly string[] | null> {
  return feed.kind === 'register' && feed.wants !== undefined ? wanted(feed.wants) : null;
}

/** Whether a feed's files are reduced to the records of requested identifiers. */
export const isReduced = (feed: Feed): boolean => feed.kind === 'register' && feed.reduce !== undefined;

/** A capture of files from the operator, which together are the whole snapshot. `asOf` in milliseconds. */
export async function captureFromFiles(
  feed: Feed,
  files: readonly GivenFile[],
  asOf: number,
  force: boolean,
  { artifacts, wanted }: Pick<SnapshotDeps, 'artifacts' | 'wanted'>,
): Promise<FeedCapture> {
  const none = { url: null, contentType: null, etag: null, lastModified: null };
  const captured: CapturedArtifact[] = [];
  for (const file of files) {
    const stored = 'bytes' in file ? await artifacts.put(file.bytes) : await artifacts.putPieces(file.open());
    captured.push({ name: file.name, ...stored, ...none });
  }
  const content = { asOf, captured, wanted: await wantedOf(feed, wanted) };
  return makeCapture(feed, 'imported', force, content);
}

const defaultContentTypes: readonly string[] = [
  'text/plain',
  'text/csv',
  'application/json',
  'application/octet-stream',
];

/** The artifact of the last capture, if its bytes still exist: without them, a 304 answer is useless. */
async function storedArtifact(
  store: ArtifactStore,
  previous: FeedCapture | null,
  url: string,
): Promise<CapturedArtifact | null> {
  const earlier = previous?.artifacts.find((artifact) => artifact.url === url) ?? null;
  return earlier !== null && (await store.has(earlier.sha256)) ? earlier : null;
}

interface CapturedContent {
  readonly asOf: number;
  readonly captured: readonly CapturedArtifact[];
  readonly wanted: readonly string[];
}

function makeCapture(
  feed: Feed,
  obtained: Term<'captureKind'>,
  force: boolean,
  { asOf, captured, wanted }: CapturedContent,
): FeedCapture {
  const artifacts = captured.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const content = { feed: feed.manifest.id, asOf, artifacts, wanted };
  return { captureId: captureIdOf(content), ...content, obtained, force };
}
