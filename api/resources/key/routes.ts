import { arrayOf, component, dateTime, orNull, term, text } from '../../../schemas/json-schema.ts';
import { mostOverlapHours, type OwnKey, readOwnKey, rotateOwnKey } from '../../readmodel/accounts/own-key.ts';
import { isoTime, isoTimeOrNull } from '../../readmodel/iso-time.ts';
import type { RouteDependencies } from '../../route/dependencies.ts';
import type { KeyedRoute } from '../../route/route.ts';
import { getKeyDocs, rotateKeyDocs } from './docs.ts';

const members = {
  id: text,
  name: text,
  last4: text,
  scopes: arrayOf(term('scope')),
  createdAt: dateTime,
  expiresAt: orNull(dateTime),
};

const present = (keyId: string, { name, last4, scopes, createdAt, expiresAt }: OwnKey): object => ({
  id: keyId,
  name,
  last4,
  scopes,
  createdAt: isoTime(createdAt),
  expiresAt: isoTimeOrNull(expiresAt),
});

/** The key of the request: `GET /me/key` and `POST /me/key/rotate`, for any active key. */
export function keyRoutes(dependencies: RouteDependencies): readonly KeyedRoute[] {
  const getKey: KeyedRoute = {
    operationId: 'getKey',
    summary: 'Read the key of the request',
    ...getKeyDocs,
    interface: 'B',
    method: 'GET',
    path: '/me/key',
    scopes: [],
    anyKey: true,
    responses: { 200: { description: 'The key, without its secret', schema: component('Key', members) } },
    errors: ['not_found'],
    handle: async ({ principal }) => {
      return { status: 200, json: present(principal.keyId, await readOwnKey(principal, dependencies)) };
    },
  };

  const rotateKey: KeyedRoute = {
    operationId: 'rotateKey',
    summary: 'Replace the key of the request',
    ...rotateKeyDocs,
    interface: 'B',
    method: 'POST',
    path: '/me/key/rotate',
    scopes: [],
    anyKey: true,
    body: {
      schema: component(
        'KeyRotation',
        {},
        { overlapHours: { type: 'integer', minimum: 0, maximum: mostOverlapHours } },
      ),
    },
    responses: {
      200: {
        description: 'The new key, which no later answer has',
        schema: component('RotatedKey', { ...members, key: text, previousKeyUntil: dateTime }),
        headers: ['Cache-Control'],
      },
    },
    errors: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, traceparent, body }) => {
      const { overlapHours = mostOverlapHours } = body as { readonly overlapHours?: number };
      const sender = { principal, actor: `key:${principal.keyId}`, traceparent };
      const { keyId, text: key, previousUntil } = await rotateOwnKey(sender, overlapHours, dependencies);
      const made = await readOwnKey({ tenantId: principal.tenantId, keyId }, dependencies);
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store' },
        json: { ...present(keyId, made), key, previousKeyUntil: isoTime(previousUntil) },
      };
    },
  };
  return [getKey, rotateKey];
}
