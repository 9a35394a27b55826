import { ApiError } from '../errors.ts';
import type { KeyRing } from '../key-ring.ts';
import type { RequestContext } from '../request-context.ts';
import type { KeyedRoute, Principal } from '../route.ts';

const challenges = { A: 'ApiKey realm="registry"', B: 'Bearer realm="explorer"' } as const;

/** The key of a request, or 401 (K-01 … K-07), or 403 when it lacks a scope of the route (K-09). */
export async function authenticate(route: KeyedRoute, ctx: RequestContext, keys: KeyRing): Promise<Principal> {
  const text = route.interface === 'A' ? rawKeyOf(ctx.get('authorization')) : bearerKeyOf(ctx.get('authorization'));
  const principal = text === null ? null : await keys.find(text);
  if (principal === null) throw unauthorized(route.interface);
  ctx.state.keyId = principal.keyId;
  const missing = route.scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length === 0) return principal;
  throw new ApiError('api_key_scope_missing', `This operation requires the scope ${missing.join(' and ')}`, {
    details: missing.map((scope) => ({ parameter: 'scope', reason: `requires ${scope}` })),
  });
}

function rawKeyOf(header: string): string | null {
  if (/^bearer(\s|$)/i.test(header)) {
    throw unauthorized('A', 'Send the raw API key in the Authorization header, without "Bearer"');
  }
  return header === '' ? null : header;
}

const bearerKeyOf = (header: string): string | null => /^bearer +(\S+)$/i.exec(header)?.[1] ?? null;

function unauthorized(api: KeyedRoute['interface'], message?: string): ApiError {
  const usual = api === 'A' ? 'Unauthorized' : 'The API key is missing, unknown, expired or revoked';
  return new ApiError('api_key_invalid', message ?? usual, { headers: { 'WWW-Authenticate': challenges[api] } });
}
