import type { IncomingMessage } from 'node:http';
import { parseApiKey } from '../../../schemas/values/api-key.ts';
import { ApiError } from '../../errors.ts';
import type { ApiKeys } from '../../readmodel/memory/keys/api-keys.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { KeyedRoute } from '../route.ts';
import type { Principal } from '../../readmodel/principal.ts';
import { networkOf } from './client-address.ts';
import type { LookupBudget } from './lookup-budget.ts';
import { type Quota, wholeSeconds } from './quota.ts';

const challenges = { A: 'ApiKey realm="registry"', B: 'Bearer realm="explorer"' } as const;

export interface AuthenticateOptions {
  readonly keys: ApiKeys;
  /** Wrong keys of one network; null for no limit. A valid key is admitted however many wrong ones preceded it. */
  readonly failures: Quota | null;
  readonly lookups: LookupBudget;
  /** The client's address. */
  readonly clientAddress: (request: IncomingMessage) => string;
}

/** The principal of a request's key; 401 without a valid key (K-01 … K-07), 429 after too many wrong or unknown keys (G-22). */
export async function authenticate(
  route: KeyedRoute,
  ctx: RequestContext,
  { keys, failures, lookups, clientAddress }: AuthenticateOptions,
): Promise<Principal> {
  const { key, hint } = keyOf(route.interface, ctx.get('authorization'));
  const network = (): string => networkOf(clientAddress(ctx.req));
  const principal = key === null ? null : await findWithin(key, keys, () => lookups.take(network()));
  if (principal !== null) {
    ctx.state.keyId = principal.keyId;
    return principal;
  }
  // The id may be logged, the secret never.
  ctx.state.keyId = key === null ? null : (parseApiKey(key)?.keyId ?? null);
  const failure = failures?.take(network());
  if (typeof failure?.refusedForMs === 'number') throw tooMany(failure.refusedForMs);
  throw unauthorized(route.interface, hint);
}

/** Time until another look-up is granted, milliseconds. */
const refusedLookupMs = 1_000;

async function findWithin(key: string, keys: ApiKeys, take: () => (() => void) | null): Promise<Principal | null> {
  if (keys.lookupOf(key) !== 'unknown') return keys.find(key);
  const ended = take();
  if (ended === null) throw tooMany(refusedLookupMs);
  try {
    return await keys.find(key);
  } finally {
    ended();
  }
}

/** Whether the key of a request exists, as far as is known, and needs a query. */
export function mustAsk(route: KeyedRoute, ctx: RequestContext, { keys }: Pick<AuthenticateOptions, 'keys'>): boolean {
  const { key } = keyOf(route.interface, ctx.get('authorization'));
  return key !== null && keys.lookupOf(key) === 'known';
}

/** The refusal of a key that lacks a scope of the route (K-09); null if it has all. */
export function scopeRefusal(route: KeyedRoute, principal: Principal): ApiError | null {
  const missing = route.scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length === 0) return null;
  return new ApiError('api_key_scope_missing', `This operation requires the scope ${missing.join(' and ')}`, {
    details: missing.map((scope) => ({ parameter: 'scope', reason: `requires ${scope}` })),
  });
}

/** 429 (G-22). Milliseconds. */
export const tooMany = (refusedForMs: number): ApiError =>
  new ApiError('rate_limited', 'Too Many Requests', {
    headers: { 'Retry-After': String(Math.max(1, wholeSeconds(refusedForMs))) },
  });

interface GivenKey {
  readonly key: string | null;
  /** Message for a client that sent the key in another form. */
  readonly hint?: string;
}

/** The key of an Authorization header in the form of the interface (K-01 … K-07). */
export function keyOf(api: KeyedRoute['interface'], header: string): GivenKey {
  if (api === 'B') {
    const key = /^bearer +(\S+)$/i.exec(header)?.[1] ?? null;
    const isRaw = key === null && parseApiKey(header.trim()) !== null;
    return isRaw ? { key, hint: 'Send "Bearer" and a space before the API key in the Authorization header' } : { key };
  }
  if (/^bearer(\s|$)/i.test(header)) {
    return { key: null, hint: 'Send the raw API key in the Authorization header, without "Bearer"' };
  }
  return { key: header === '' ? null : header };
}

function unauthorized(api: KeyedRoute['interface'], hint?: string): ApiError {
  const usual = api === 'A' ? 'Unauthorized' : 'The API key is missing, unknown, expired or revoked';
  return new ApiError('api_key_invalid', hint ?? usual, { headers: { 'WWW-Authenticate': challenges[api] } });
}
