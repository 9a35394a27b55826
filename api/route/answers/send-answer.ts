import type { Readable } from 'node:stream';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { type ContentCoding, contentCodings, prefersBrotli } from '../http/encoded-bytes.ts';
import { jsonType } from '../http/media-types.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Answer } from '../answer.ts';
import type { Interface } from '../../errors.ts';
import type { Route } from '../route.ts';
import { setHeaders } from '../http/headers.ts';
import { namesTag } from '../known/if-none-match.ts';
import type { KnownAnswer } from '../known/known-answers.ts';

/**
 * Writes an answer. Successful reads of A and B carry a weak ETag, so that an unchanged poll is a 304 (G-20). Returns the
 * tag without `W/`, or null without one.
 */
export async function sendAnswer(
  ctx: RequestContext,
  route: { readonly interface: Interface | 'page'; readonly method: Route['method'] },
  answer: Answer & {
    /** Its tag, if it is known. */
    readonly tag?: string;
  },
): Promise<string | null> {
  ctx.status = answer.status;
  if (answer.headers !== undefined) setHeaders(ctx, answer.headers);
  if (answer.takeOver !== undefined) {
    await takeOver(ctx, answer.takeOver, answer.type);
    return null;
  }
  if (answer.stream !== undefined) {
    sendStream(ctx, answer.stream, answer.type);
    return null;
  }
  const bytes = answer.bytes ?? (answer.json === undefined ? null : Buffer.from(JSON.stringify(answer.json)));
  if (bytes === null) {
    ctx.body = null;
    return null;
  }
  const tagged = route.interface !== 'service' && route.method === 'GET' && answer.status === 200;
  const tag = tagged ? (answer.tag ?? `"${sha256Hex(answer.etagOf ?? bytes).slice(0, 32)}"`) : null;
  if (tag !== null && namesTag(ctx.get('if-none-match'), tag)) {
    sendUnchanged(ctx, { tag, headers: {} });
    return tag;
  }
  if (tag !== null) ctx.res.setHeader('ETag', `W/${tag}`);
  await setBody(ctx, bytes, answer);
  return tag;
}

async function setBody(ctx: RequestContext, bytes: Buffer, { encoded, type = jsonType }: Answer): Promise<void> {
  // Before the body, because the framework would guess its type.
  if (type === jsonType) ctx.res.setHeader('Content-Type', jsonType);
  else ctx.type = type;
  const coding = encoded === undefined ? null : codingFor(ctx);
  if (encoded !== undefined && coding !== null) {
    ctx.body = await encoded(coding);
    ctx.set('Content-Encoding', coding);
  } else ctx.body = bytes;
}

/** Null for none. Of codings that the client prefers equally, the framework would take the one that it named first. */
function codingFor(ctx: RequestContext): ContentCoding | null {
  if (prefersBrotli(ctx.get('accept-encoding'))) return 'br';
  const accepted = ctx.acceptsEncodings(...contentCodings, 'identity');
  return contentCodings.find((one) => one === accepted) ?? null;
}

/** 304: the client has this answer. */
export function sendUnchanged(ctx: RequestContext, { tag, headers }: Omit<KnownAnswer, 'body'>): void {
  setHeaders(ctx, headers);
  ctx.res.setHeader('ETag', `W/${tag}`);
  ctx.status = 304;
  ctx.body = null;
}

/** An error of the stream closes the connection, so that the client does not take a partial body for a whole one. */
function sendStream(ctx: RequestContext, stream: Readable, type: string = jsonType): void {
  stream.once('error', () => ctx.res.destroy());
  ctx.body = stream;
  ctx.type = type;
}

async function takeOver(
  ctx: RequestContext,
  answer: NonNullable<Answer['takeOver']>,
  type: string = jsonType,
): Promise<void> {
  if (ctx.method === 'HEAD') {
    ctx.body = null;
    ctx.status = 200;
    ctx.set('Content-Type', type);
    return;
  }
  await answer({ request: ctx.req, response: ctx.res });
  ctx.respond = false;
}
