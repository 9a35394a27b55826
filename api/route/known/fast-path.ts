import type { IncomingMessage, ServerResponse } from 'node:http';
import { withLinks } from '../http/headers.ts';
import { jsonType } from '../http/media-types.ts';
import type { ApiKeys } from '../../readmodel/memory/keys/api-keys.ts';
import { createLru } from '../../readmodel/memory/lru.ts';
import { isCompressible } from '../middleware/compress-answers.ts';
import type { Identifier } from '../middleware/identity.ts';
import type { KeyedRoute } from '../route.ts';
import type { Principal } from '../../readmodel/principal.ts';
import type { Admission } from '../admission/admission.ts';
import type { AnswerKnown } from './answer-known.ts';
import { keyOf } from '../keys/authenticate.ts';
import { deprecationHeaders } from '../deprecation.ts';
import type { KnownAnswer } from './known-answers.ts';

/**
 * Answers cached requests before the framework: unchanged polls, and repeated lookups. It takes a request only if it is
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
      const canSend = (body: Buffer | null): boolean =>
        body === null ||
        (admission.hasRoom('read') && (headers['accept-encoding'] === undefined || !isCompressible(body)));
      const reply = answerKnown({ route, principal, url, condition, canSend });
      // A key without quota is refused by the guard.
      if (reply?.refusedForMs !== null) return false;
      const { known, body } = reply;
      const { requestId, answered } = identifier.identify(request);
      const status = body === null ? 304 : 200;
      const own = ['X-Request-Id', requestId];
      for (const name in reply.headers) own.push(name, reply.headers[name] ?? '');
      if (body !== null) own.push('Content-Type', jsonType, 'Content-Length', String(body.length));
      response.writeHead(status, fixedHeaders(known, route, identifier).concat(own));
      response.end(body);
      answered({ operationId: route.operationId, keyId: principal.keyId, method: 'GET', status });
      return true;
    },
  };
}

/** A GET without a body: neither of the two headers that announce one. */
const isPlainRead = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
