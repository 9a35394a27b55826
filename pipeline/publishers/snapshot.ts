import type { ArtifactStore } from '../../infra/artifacts/store.ts';
import type { FetchFailed, GuardedFetch } from '../../infra/fetch/fetch-types.ts';
import type { CapturedArtifact, FeedCapture } from '../../schemas/generated/records.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { Feed, SnapshotFile } from '../ingest/feed.ts';
import { captureIdOf } from '../ingest/snapshot-ids.ts';

export interface SnapshotDeps {
  readonly artifacts: ArtifactStore;
  readonly fetch: GuardedFetch;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export type FetchedSnapshot =
  | { readonly kind: 'captured'; readonly capture: FeedCapture }
  | {
      readonly kind: 'failed';
      readonly outcome: FetchFailed['outcome'];
      /** Which file failed and why, as a sentence. */
      readonly message: string;
    };

/**
 * Fetches every file of a feed. All of them are one snapshot: when one cannot be had, there is none, since what is
 * left out would read as removed. `previous` is the feed's last capture: what the source says has not changed since
 * is taken from it. The bytes are durable in the artifact store before the capture exists.
 */
export async function fetchSnapshot(
  feed: Feed,
  previous: FeedCapture | null,
  { artifacts, fetch, clock }: SnapshotDeps,
  signal?: AbortSignal,
): Promise<FetchedSnapshot> {
  const { manifest } = feed;
  const hosts = [...new Set(manifest.files.map(({ url }) => new URL(url).hostname))];
  const captured: CapturedArtifact[] = [];
  let fetched = false;
  for (const { name, url } of manifest.files) {
    const earlier = await kept(artifacts, previous, url);
    const result = await fetch({
      url,
      hosts,
      contentTypes: manifest.contentTypes ?? defaultContentTypes,
      etag: earlier?.etag ?? null,
      lastModified: earlier?.lastModified ?? null,
      ...(signal === undefined ? {} : { signal }),
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
    captured.push({ name, ...(await artifacts.put(result.bytes)), url, contentType, etag, lastModified });
  }
  const obtained = fetched ? 'fetched' : 'not_modified';
  return { kind: 'captured', capture: makeCapture(feed, clock(), obtained, false, captured) };
}

/** A capture of files the operator gives; together they are the whole snapshot. `asOf` in milliseconds. */
export async function captureFromFiles(
  feed: Feed,
  files: readonly SnapshotFile[],
  asOf: number,
  force: boolean,
  { artifacts }: Pick<SnapshotDeps, 'artifacts'>,
): Promise<FeedCapture> {
  const none = { url: null, contentType: null, etag: null, lastModified: null };
  const captured: CapturedArtifact[] = [];
  for (const { name, bytes } of files) captured.push({ name, ...(await artifacts.put(bytes)), ...none });
  return makeCapture(feed, asOf, 'imported', force, captured);
}

const defaultContentTypes: readonly string[] = [
  'text/plain',
  'text/csv',
  'application/json',
  'application/octet-stream',
];

/** The artifact of the last capture, when its bytes are still there: without them a 304 would be of no use. */
async function kept(store: ArtifactStore, previous: FeedCapture | null, url: string): Promise<CapturedArtifact | null> {
  const earlier = previous?.artifacts.find((artifact) => artifact.url === url) ?? null;
  return earlier !== null && (await store.has(earlier.sha256)) ? earlier : null;
}

function makeCapture(
  feed: Feed,
  asOf: number,
  obtained: Term<'captureKind'>,
  force: boolean,
  captured: readonly CapturedArtifact[],
): FeedCapture {
  const artifacts = captured.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const content = { feed: feed.manifest.id, asOf, artifacts };
  return { captureId: captureIdOf(content), ...content, obtained, force, wanted: [] };
}
