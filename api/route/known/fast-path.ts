import type { IncomingMessage, ServerResponse } from 'node:http';
import { prefersBrotli } from '../http/encoded-bytes.ts';
import { withLinks } from '../http/headers.ts';
import { jsonType } from '../http/media-types.ts';
import type { ApiKeys } from '../../readmodel/memory/keys/api-keys.ts';
import { createLru } from '../../readmodel/memory/lru.ts';
import type { Identifier } from '../middleware/identity.ts';
import type { KeyedRoute } from '../route.ts';
import type { Principal } from '../../readmodel/principal.ts';
import type { Admission } from '../admission/admission.ts';
import type { AnswerKnown } from './answer-known.ts';
import { keyOf } from '../keys/authenticate.ts';
import { deprecationHeaders } from '../deprecation.ts';
import type { KeptBody } from './kept-body.ts';
import type { KnownAnswer } from './known-answers.ts';

/**
 * Answers cached requests before the framework: unchanged polls, and bodies in memory. It takes a request only if it is
 * certain of the guard's answer, and gives the same; every other request goes to the guard (decision 27).
 */
export interface FastPath {
  /** The answer to this URL is cached. */
  readonly remember: (url: string, route: KeyedRoute) => void;
  /** False if the request was left to the guard. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, identifier: Identifier) => boolean;
}

export interface FastPathDependencies {
  readonly admission: Admission;
  readonly keys: ApiKeys;
  readonly answerKnown: AnswerKnown;
}

/** As many as cached answers: those of tenants, and those of the registry. */
const mostUrls = 25_000;

export function createFastPath({ admission, keys, answerKnown }: FastPathDependencies): FastPath {
  const routes = createLru<string, KeyedRoute>(mostUrls);

  const principalOf = (route: KeyedRoute, { headers }: IncomingMessage): Principal | null => {
    const { key } = keyOf(route.interface, headers.authorization ?? '');
    return key === null ? null : keys.findKnown(key);
  };

  const fixed = new WeakMap<KnownAnswer, readonly string[]>();
  /** Headers that are the same for every request, as alternating names and values. */
  const fixedHeaders = (known: KnownAnswer, route: KeyedRoute, { headers }: Identifier): readonly string[] => {
    const cached = fixed.get(known);
    if (cached !== undefined) return cached;
    const all = { ...headers, ...withLinks(deprecationHeaders(route), known.headers), ETag: `W/${known.tag}` };
    const made = Object.entries(all).flat();
    fixed.set(known, made);
    return made;
  };

  return {
    remember: (url, route) => routes.set(url, route),
    answer: (request, response, identifier) => {
      const { url = '', headers } = request;
      const route = isPlainRead(request) ? routes.get(url) : undefined;
      const principal = route === undefined ? null : principalOf(route, request);
      if (route === undefined || principal === null) return false;
      const condition = headers['if-none-match'] ?? '';
      // An unchanged poll costs next to nothing, so it is answered however much other work there is.
      let sent: SentBody | null = null;
      const canSend = (body: KeptBody | null): boolean => {
        if (body === null) return true;
        sent = admission.hasRoom('read') ? inCoding(body, headers['accept-encoding']) : null;
        return sent !== null;
      };
      const reply = answerKnown({ route, principal, url, condition, canSend });
      // A key without quota is refused by the guard.
      if (reply?.refusedForMs !== null) return false;
      const { requestId, answered } = identifier.identify(request);
      const own = ['X-Request-Id', requestId];
      for (const name in reply.headers) own.push(name, reply.headers[name] ?? '');
      const fixedOnes = fixedHeaders(reply.known, route, identifier);
      const status = send(response, sent, fixedOnes.concat(own));
      answered({ operationId: route.operationId, keyId: principal.keyId, method: 'GET', status });
      return true;
    },
  };
}

interface SentBody {
  readonly parts: readonly Buffer[];
  readonly isPacked: boolean;
}

/** The body as the guard would send it; null if it has to negotiate the coding or to compress it. */
function inCoding(body: KeptBody, accepted: string | string[] | undefined): SentBody | null {
  if (accepted === undefined || !body.isCompressible) return { parts: body.plain(), isPacked: false };
  const parts = prefersBrotli(String(accepted)) ? body.packed() : null;
  return parts === null ? null : { parts, isPacked: true };
}

/** Writes the answer, 304 without a body, and returns its status. */
function send(response: ServerResponse, body: SentBody | null, headers: readonly string[]): number {
  if (body === null) {
    response.writeHead(304, [...headers]);
    response.end();
    return 304;
  }
  const { parts, isPacked } = body;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const ofBody = ['Content-Type', jsonType, 'Content-Length', String(length)];
  response.writeHead(200, [...headers, ...ofBody, ...(isPacked ? ['Content-Encoding', 'br'] : [])]);
  for (const part of parts) response.write(part);
  response.end();
  return 200;
}

/** A GET without a body: neither of the two headers that announce one. */
const isPlainRead = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
