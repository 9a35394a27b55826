/** The files of a feed that are there now. */
import { createHash } from 'node:crypto';
import { FetchRefusal, type FetchFailed, type GuardedFetch } from '../../infra/fetch/fetch-types.ts';
import type { FeedManifest, PublishedFile } from '../ingest/feed.ts';
import { fileLimits } from '../../schemas/file-limits.ts';

export type PublishedFiles =
  | { readonly ok: true; readonly files: readonly PublishedFile[] }
  | { readonly ok: false; readonly outcome: FetchFailed['outcome']; readonly message: string };

const { bytes } = fileLimits.fileList;
const listLimits = { maximumBytes: bytes, maximumInflatedBytes: bytes, totalTimeoutMs: 60_000 };

/** The files of the manifest, or those that the list of the source names, for a source with other names every day. */
export async function publishedFiles(
  { files, choose }: FeedManifest,
  fetch: GuardedFetch,
  signal?: AbortSignal,
): Promise<PublishedFiles> {
  const [list] = files;
  if (choose === undefined || list === undefined) return { ok: true, files };
  const result = await fetch({
    url: list.url,
    hosts: [new URL(list.url).hostname],
    contentTypes: ['application/xml', 'text/xml'],
    limits: listLimits,
    ...(signal === undefined ? {} : { signal }),
  });
  if (result.kind === 'failed')
    return { ok: false, outcome: result.outcome, message: `${list.name}: ${result.message}` };
  if (result.kind === 'not_modified') {
    return { ok: false, outcome: 'http_error', message: `${list.name}: 304 to a plain request.` };
  }
  const chosen = choose(result.bytes);
  return chosen.ok ? chosen : { ok: false, outcome: 'wrong_type', message: `${list.name} ${chosen.reason}` };
}

/** Passes the bytes on. Throws FetchRefusal behind the last one when they do not fit the checksum. */
export async function* fitting(pieces: AsyncIterable<Buffer>, md5: string | undefined): AsyncGenerator<Buffer> {
  const checksum = createHash('md5');
  for await (const piece of pieces) {
    if (md5 !== undefined) checksum.update(piece);
    yield piece;
  }
  const found = md5 === undefined ? md5 : checksum.digest('hex');
  if (found !== md5) {
    throw new FetchRefusal('suspect_truncation', `Its MD5 is ${found ?? ''}; the source states ${md5 ?? ''}.`);
  }
}
