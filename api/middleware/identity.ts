import type { IncomingMessage } from 'node:http';
import type { Logger } from '../../infra/logger.ts';
import type { AnsweredRequest } from '../deps.ts';
import { securityHeaders } from './security-headers.ts';

export interface IdentityOptions {
  readonly requestIds: () => string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** Told of every answer. */
  readonly answered: (request: AnsweredRequest) => void;
  /** Whether clients reach the service over https. */
  readonly https: boolean;
}

/** What is known of a request before anything else, and told of it afterwards. */
export interface Identity {
  readonly requestId: string;
  /** Trace that it is part of (W3C Trace Context); null when it names none. */
  readonly traceparent: string | null;
  /** It was answered. */
  readonly answered: (answer: Answered) => void;
}

interface Answered extends Omit<AnsweredRequest, 'seconds'> {
  readonly keyId: string | null;
}

/** Gives every request an id (G-19) and its answer headers (G-27), and logs it. */
export interface Identifier {
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly identify: (request: IncomingMessage) => Identity;
}

const onlyHttps = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } as const;

const acceptedRequestId = /^[A-Za-z0-9_-]{1,64}$/;

/** Headers of every answer (G-27). */
export const commonHeaders = (https: boolean): Readonly<Record<string, string>> =>
  https ? { ...securityHeaders, ...onlyHttps } : securityHeaders;

/** Whether clients reach the service over https, by the bases of its links. */
export const isReachedOverHttps = (bases: readonly string[]): boolean =>
  bases.some((base) => base.startsWith('https:'));

/** The id a request came with if it is a sensible one, or else a new one (G-19). */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>, newId: () => string): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && acceptedRequestId.test(given) ? given : newId();
}

export function createIdentifier({ requestIds, clock, logger, answered, https }: IdentityOptions): Identifier {
  // One a request, of members that are named here: nothing in them has to be looked for and hidden.
  const lines = logger.child({}, { redact: [] });
  return {
    headers: commonHeaders(https),
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

/** A trace as W3C Trace Context writes it (version 00); null when the text is none. */
const traceparentOf = (text: string | string[] | undefined): string | null =>
  typeof text === 'string' && /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(text) ? text : null;
