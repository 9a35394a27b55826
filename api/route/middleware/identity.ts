import type { IncomingMessage } from 'node:http';
import type { Logger } from '../../../infra/logger.ts';

/** An answered request. */
export interface AnsweredRequest {
  /** Operation of the answer; null if no route matched. */
  readonly operationId: string | null;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

export interface IdentityOptions {
  readonly requestIds: () => string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** Called with every answer. */
  readonly answered: (request: AnsweredRequest) => void;
  /** Whether clients reach the service over https. */
  readonly https: boolean;
  /** Whether answers depend on the origin of a script. */
  readonly byOrigin?: boolean;
}

/** Request id and trace of a request, known before anything else; `answered` reports its answer. */
interface Identity {
  readonly requestId: string;
  /** W3C Trace Context; null if the request has none. */
  readonly traceparent: string | null;
  /** Call once, after the answer. */
  readonly answered: (answer: KeyedAnswer) => void;
}

interface KeyedAnswer extends Omit<AnsweredRequest, 'seconds'> {
  readonly keyId: string | null;
}

/** Gives every request an id (G-19) and every answer its common headers (G-27), and logs it. */
export interface Identifier {
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly identify: (request: IncomingMessage) => Identity;
}

/** Headers of every answer, unless the answer sets its own value (conformance G-20, G-27). */
const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, Accept-Encoding',
} as const;

const onlyHttps = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } as const;

const acceptedRequestId = /^[A-Za-z0-9_-]{1,64}$/;

/** Security headers, with HSTS if clients use https (G-27). */
export const commonHeaders = (https: boolean): Readonly<Record<string, string>> =>
  https ? { ...securityHeaders, ...onlyHttps } : securityHeaders;

/** Whether clients use https, decided by the bases of the service's links. */
export const isReachedOverHttps = (bases: readonly string[]): boolean =>
  bases.some((base) => base.startsWith('https:'));

/** The request id that the client sent if it is well-formed, else a new one (G-19). */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>, newId: () => string): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && acceptedRequestId.test(given) ? given : newId();
}

export function createIdentifier(options: IdentityOptions): Identifier {
  const { requestIds, clock, logger, answered, https, byOrigin = false } = options;
  const common = commonHeaders(https);
  // No redaction: these lines contain only the members named below, and searching them for secrets costs time.
  const lines = logger.child({}, { redact: [] });
  return {
    headers: byOrigin ? { ...common, Vary: `${common['Vary']}, Origin` } : common,
    identify: (request) => {
      const startedAt = clock();
      const requestId = requestIdOf(request, requestIds);
      const traceparent = traceparentOf(request.headers['traceparent']);
      return {
        requestId,
        traceparent,
        answered: ({ operationId, keyId, method, status }) => {
          const ms = clock() - startedAt;
          answered({ operationId, method, status, seconds: ms / 1_000 });
          const line = { requestId, operationId, keyId, method, status, ms };
          lines.info(traceparent === null ? line : { ...line, traceparent }, 'request answered');
        },
      };
    },
  };
}

/** A W3C traceparent of version 00; null if the text is not one. */
const traceparentOf = (text: string | string[] | undefined): string | null =>
  typeof text === 'string' && /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(text) ? text : null;
