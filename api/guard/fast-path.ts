import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiKeys } from '../memory/api-keys.ts';
import { jsonType } from '../http/media-types.ts';
import { createLru } from '../memory/lru.ts';
import type { Identifier } from '../middleware/identity.ts';
import { pollHeaders, withLinks } from '../http/headers.ts';
import type { KeyedRoute, Principal } from '../route.ts';
import { isCompressible } from '../middleware/compress-answers.ts';
import type { Admission } from './admission.ts';
import { keyOf, scopeRefusal } from './authenticate.ts';
import { deprecationHeaders } from './deprecation.ts';
import { type KnownAnswer, type KnownAnswers, questionOf } from './known-answers.ts';
import { type Quota, quotaHeaders } from './quota.ts';
import { replyFromMemory } from './reply-from-memory.ts';

/**
 * Answers from memory before the framework is asked: polls of what has not changed, and lookups that were made before.
 * What it says is what the guard would say; whatever it is not sure of it leaves to the guard.
 */
export interface FastPath {
  /** An answer to this URL is kept. */
  readonly remember: (url: string, route: KeyedRoute) => void;
  /** False when the request was left alone. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, identifier: Identifier) => boolean;
}

export interface FastPathDependencies {
  readonly admission: Admission;
  readonly keys: ApiKeys;
  readonly knownAnswers: KnownAnswers;
  /** Requests of a key; null is no limit. */
  readonly quota: Quota | null;
}

/** As many as answers are kept: of key holders, and of the registry. */
const mostUrls = 25_000;

export function createFastPath(dependencies: FastPathDependencies): FastPath {
  const { admission, keys, knownAnswers, quota } = dependencies;
  const routes = createLru<string, KeyedRoute>(mostUrls);

  const principalOf = (route: KeyedRoute, { headers }: IncomingMessage): Principal | null => {
    const { key } = keyOf(route.interface, headers.authorization ?? '');
    const principal = key === null ? null : keys.findKnown(key);
    return principal === null || scopeRefusal(route, principal) !== null ? null : principal;
  };

  /** Null when the key has used its quota up, which is for the guard to say. */
  const standingOf = ({ keyId }: Principal, isFree: boolean): Readonly<Record<string, string>> | null => {
    if (quota === null) return none;
    if (isFree) return quotaHeaders(quota.standing(keyId));
    const { refusedForMs, standing } = quota.take(keyId);
    return refusedForMs === null ? quotaHeaders(standing) : null;
  };

  const fixed = new WeakMap<KnownAnswer, readonly string[]>();
  /** Names and values in turn of what does not change from request to request. */
  const fixedHeaders = (known: KnownAnswer, route: KeyedRoute, { headers }: Identifier): readonly string[] => {
    const kept = fixed.get(known);
    if (kept !== undefined) return kept;
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
      if (route === undefined) return false;
      const principal = principalOf(route, request);
      const question = principal === null ? null : questionOf(route, url, principal);
      if (principal === null || question === null) return false;
      const reply = replyFromMemory(knownAnswers, question, headers['if-none-match'] ?? '');
      if (reply === null) return false;
      const { known, body } = reply;
      // An unchanged poll costs next to nothing, and is worth the most when there is too much to do.
      if (body !== null && !admission.hasRoom('read')) return false;
      if (body !== null && headers['accept-encoding'] !== undefined && isCompressible(body)) return false;
      const standing = standingOf(principal, body === null);
      if (standing === null) return false;
      const { requestId, answered } = identifier.identify(request);
      const status = body === null ? 304 : 200;
      const own = ['X-Request-Id', requestId];
      add(own, standing);
      add(own, pollHeaders(route, admission));
      if (body !== null) own.push('Content-Type', jsonType, 'Content-Length', String(body.length));
      response.writeHead(status, fixedHeaders(known, route, identifier).concat(own));
      response.end(body);
      answered({ operationId: route.operationId, keyId: principal.keyId, method: 'GET', status });
      return true;
    },
  };
}

const none: Readonly<Record<string, string>> = {};

/** Adds names and values in turn. */
function add(to: string[], headers: Readonly<Record<string, string>>): void {
  for (const name in headers) to.push(name, headers[name] ?? '');
}

/** A read without a body: the two headers that announce one are enough to leave it to the guard. */
const isPlainRead = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
