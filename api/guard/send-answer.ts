import { sha256Hex } from '../../schemas/values/hash.ts';
import type { RequestContext } from '../request-context.ts';
import type { Answer, Route } from '../route.ts';

/** Writes an answer. Successful reads of A and B carry a weak ETag, so that an unchanged poll is a 304 (G-20). */
export function sendAnswer(ctx: RequestContext, route: Route, answer: Answer): void {
  ctx.status = answer.status;
  for (const [name, value] of Object.entries(answer.headers ?? {})) ctx.set(name, value);
  const bytes = answer.bytes ?? (answer.json === undefined ? null : Buffer.from(JSON.stringify(answer.json)));
  if (bytes === null) {
    ctx.body = null;
    return;
  }
  if (route.interface !== 'service' && route.method === 'GET' && answer.status === 200) {
    const tag = `"${sha256Hex(answer.etagOf ?? bytes).slice(0, 32)}"`;
    ctx.set('ETag', `W/${tag}`);
    if (names(ctx.get('if-none-match'), tag)) {
      ctx.status = 304;
      ctx.body = null;
      return;
    }
  }
  ctx.body = bytes;
  ctx.type = jsonType;
}

/**
 * Whether `If-None-Match` names the tag, compared weakly (RFC 9110, 13.1.2). `Cache-Control: no-cache` beside it, which
 * fetch of Node adds, asks caches to come here; it does not ask for the body.
 */
const names = (condition: string, tag: string): boolean =>
  condition
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one.replace(/^W\//, '') === tag);

/** Content type of every body (G-01). */
export const jsonType = 'application/json; charset=utf-8';
