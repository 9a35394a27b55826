import type { IncomingMessage } from 'node:http';
import {
  type Answer,
  type BodyLimits,
  type FetchFailed,
  FetchRefusal,
  type FetchRequest,
  type FetchResult,
} from './fetch-types.ts';
import { startOfBody, takeBody } from './read-body.ts';

/** From the requested address to the one that answered. */
interface Way {
  readonly first: URL;
  readonly last: URL;
  readonly hops: number;
}

function wantedHeaders(response: IncomingMessage, names: readonly string[]): Readonly<Record<string, string>> {
  const found = names.flatMap((name) => {
    const value = response.headers[name];
    return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const];
  });
  return Object.fromEntries(found);
}

/** The result of a response that is no redirect. */
export async function readResponse(
  response: IncomingMessage,
  request: FetchRequest,
  { first, last, hops }: Way,
  { limits, signal }: { readonly limits: BodyLimits; readonly signal: AbortSignal },
): Promise<FetchResult> {
  const { headers, statusCode = 0 } = response;
  const names = request.headers;
  const answer = (errorBody: Buffer | null): { readonly answer?: Answer } =>
    names === undefined ? {} : { answer: { url: last.href, hops, headers: wantedHeaders(response, names), errorBody } };
  try {
    if (statusCode === 304 && (request.etag || request.lastModified)) return { kind: 'not_modified', ...answer(null) };
    if (statusCode !== 200) {
      const refused = refusedStatus(statusCode, headers['cf-mitigated'] !== undefined, last.host);
      const retryAfter = headers['retry-after'];
      const errorBody =
        request.errorBytes === undefined ? null : await startOfBody(response, request.errorBytes, signal);
      const known = { status: statusCode, ...answer(errorBody) };
      return { ...refused, ...known, ...(retryAfter === undefined ? {} : { retryAfter }) };
    }
    const contentType = headers['content-type'] ?? '';
    const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
    if (request.contentTypes !== 'any' && !request.contentTypes.includes(mediaType)) {
      return failed(
        'wrong_type',
        `${last.host} answered with ${shownType(mediaType)} instead of ${request.contentTypes.join(' or ')}.`,
      );
    }
    const { bytes, kept } = await takeBody(response, request.keep, limits, signal).catch((error: unknown) => {
      throw isTruncation(error)
        ? new FetchRefusal('suspect_truncation', `${last.host} ended the answer early.`)
        : error;
    });
    if ((kept?.bytes ?? bytes.length) === 0) return failed('empty', `${last.host} answered with an empty body.`);
    return {
      kind: 'ok',
      outcome: first.href === last.href ? 'ok' : first.hostname === last.hostname ? 'redirected_same_host' : 'moved',
      bytes,
      ...(kept === undefined ? {} : { kept }),
      url: last.href,
      ...answer(null),
      contentType,
      etag: headers.etag ?? null,
      lastModified: headers['last-modified'] ?? null,
    };
  } finally {
    response.destroy();
  }
}

/** Messages are public, so a server's text is repeated only if it has the form of a media type. */
function shownType(mediaType: string): string {
  if (mediaType === '') return 'no media type';
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mediaType) ? mediaType : 'a media type of an unusual form';
}

function refusedStatus(status: number, challenged: boolean, host: string): FetchFailed {
  if (status === 404 || status === 410) return failed('gone', `${host} has nothing there (${status}).`);
  if (challenged) return failed('anti_bot', `${host} asks for a human (${status}).`);
  return failed('http_error', `${host} answered with status ${status}.`);
}

export const failed = (outcome: FetchRefusal['outcome'], message: string): FetchFailed => ({
  kind: 'failed',
  outcome,
  message,
});

/** The connection closed before the announced length, or the compressed body is incomplete. */
const isTruncation = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'Z_BUF_ERROR');
