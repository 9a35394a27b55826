import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isDenied, withoutDenied } from './denied-networks.ts';
import { FetchRefusal } from './fetch-types.ts';
import { agentFor } from './filtering-agents.ts';
import { type GuardedUrl, portOf } from './url-guard.ts';

export interface OutboundRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text to send with POST; without it the request is a GET. */
  readonly json: string | undefined;
  /** Name resolution; the system's by default. */
  readonly lookup: LookupFunction | undefined;
}

/** Throws FetchRefusal for an address that is written in the URL and is not public: Node resolves none of these. */
export function refusePrivate({ url, allowed }: GuardedUrl): void {
  const refusal = `${url.host} is not a public address.`;
  if (!allowed && isDenied(hostOf(url))) throw new FetchRefusal('invalid_url', refusal);
}

/** Begins a request to a guarded address. The caller adds its listeners and ends it. */
export function openRequest({ url, allowed }: GuardedUrl, { headers, json, lookup }: OutboundRequest): ClientRequest {
  refusePrivate({ url, allowed });
  const secure = url.protocol === 'https:';
  const resolveName = allowed ? lookup : withoutDenied(lookup);
  const content =
    json === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) };
  return (secure ? httpsRequest : httpRequest)({
    host: hostOf(url),
    port: portOf(url),
    path: `${url.pathname}${url.search}`,
    method: json === undefined ? 'GET' : 'POST',
    agent: agentFor(secure, allowed),
    ...(resolveName === undefined ? {} : { lookup: resolveName }),
    headers: { host: url.host, ...content, ...headers },
  });
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
