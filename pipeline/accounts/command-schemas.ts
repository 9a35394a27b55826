import { Ajv, type ValidateFunction } from 'ajv';
import { arrayOf, closedObject, type JsonSchema, matching, orNull } from '../../schemas/json-schema.ts';
import { ownSchemas } from '../../schemas/own-schemas.ts';
import { caip19Pattern } from '../../schemas/values/caip.ts';
import { sealedTextPattern } from '../../schemas/values/sealed-text.ts';
import { isTerm, type Term, termsOf } from '../../schemas/vocabulary.ts';
import { dayMs } from '../../schemas/values/durations.ts';

const keyId = matching('^[0-9A-Za-z]{8}$');
const secretSha256 = matching('^[0-9a-f]{64}$');
const last4 = matching('^[0-9A-Za-z]{4}$');
/** Up to the last millisecond of 2299, the latest time that a table can hold. */
const time = { type: 'integer', minimum: 0, maximum: 10_413_791_999_999 } as const;
/** Up to a hundred years. */
const duration = { type: 'integer', minimum: 0, maximum: 100 * 365 * dayMs } as const;
const expiresAt = { ...time, nullable: true } as const;
const limit = { type: 'integer', minimum: 0, maximum: 1_000_000 } as const;
const position = { type: 'integer', minimum: 0 } as const;
const uuid = matching('^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$');

/** A text of `minLength` to `maxLength` characters, or its sealed form, which only its writer can read. */
const privateText = (minLength: number, maxLength: number): JsonSchema => ({
  type: 'string',
  anyOf: [{ minLength, maxLength }, { pattern: sealedTextPattern }],
});

const newKey = closedObject(
  {
    keyId,
    name: privateText(1, 200),
    secretSha256,
    last4,
    scopes: arrayOf({ enum: termsOf('scope') }, { minItems: 1, uniqueItems: true }),
  },
  { limit, expiresAt },
);

/** Notifications that one command marks; `inbox.mark` with more is refused. */
const maxMarks = 200;

const session = closedObject({ sessionSha256: secretSha256, keyId });

/** The sealed form of an address or a secret; only its writer can read it. */
const sealed = matching(sealedTextPattern);
/** A place in a tenant's stream, as `schemas` of the API write it. */
const cursor = matching('^[A-Za-z0-9_-]{1,4096}$');
const messageId = matching('^[A-Za-z0-9:._-]{1,200}$');
const pending = closedObject({ messageId, cursor, tries: position, nextAt: time });
const delivery = closedObject({
  endpointId: uuid,
  messageId,
  kind: { enum: termsOf('webhookEvent') },
  tries: position,
  outcome: { enum: termsOf('deliveryOutcome') },
  status: orNull(position),
  error: orNull({ type: 'string', maxLength: 500 }),
  answer: orNull(sealed),
  durationMs: position,
  /** Empty for a test. */
  cursor: matching('^[A-Za-z0-9_-]{0,4096}$'),
  at: time,
});
const deliveries = arrayOf(delivery, { maxItems: 200 });

/** Open requests of a tenant at a time. */
export const mostOpenRequests = 100;

/** Of the bodies of commands. */
export const commandSchemas: Readonly<Record<Term<'commandType'>, JsonSchema>> = {
  'tenant.create': newKey,
  'tenant.erase': closedObject({}),
  'key.create': newKey,
  'key.rotate': closedObject(
    { keyId, newKeyId: keyId, secretSha256, last4, overlapMs: duration },
    { expiresAt, byHolder: { const: true } },
  ),
  'key.revoke': closedObject({ keyId }),
  'key.limit': closedObject({ limit }),
  'key.used': closedObject({ keyId }),
  'watch.add': closedObject({ assetId: uuid, by: { enum: ['key', 'operator'] } }),
  'watch.update': {
    ...closedObject(
      { itemId: uuid },
      { monitoringEnabled: { type: 'boolean' }, note: { ...privateText(0, 500), nullable: true } },
    ),
    minProperties: 2,
  },
  'watch.remove': closedObject({ itemId: uuid }),
  'intake.resolve': closedObject(
    {
      itemId: uuid,
      intakeSeq: position,
      outcome: { enum: ['ready', 'partial', 'unresolved'] },
      registryPosition: position,
    },
    {
      reason: { enum: termsOf('stateReason') },
      missing: { type: 'array', items: { enum: termsOf('intakeGap') }, minItems: 1 },
    },
  ),
  'intake.retry': closedObject({ itemId: uuid }, { intakeSeq: position }),
  'session.open': session,
  'session.renew': session,
  'session.close': session,
  'session.close_others': session,
  'webhook.create': closedObject({ endpointId: uuid, url: sealed, secret: sealed, cursor }),
  'webhook.update': closedObject(
    { endpointId: uuid },
    { url: sealed, enabled: { type: 'boolean' }, resumed: { type: 'boolean' } },
  ),
  'webhook.rotate': closedObject({ endpointId: uuid, secret: sealed }),
  'webhook.remove': closedObject({ endpointId: uuid }),
  'webhook.progress': closedObject(
    { endpointId: uuid, deliveries },
    {
      state: closedObject({
        after: position,
        cursor,
        pending: arrayOf(pending, { maxItems: 200 }),
        failingSince: orNull(time),
        reason: orNull({ enum: ['gone', 'failing'] }),
      }),
    },
  ),
  'feed.seen': closedObject({ upTo: time }),
  'inbox.mark': closedObject({
    notificationIds: arrayOf(uuid, { minItems: 1, maxItems: maxMarks, uniqueItems: true }),
    readAt: { ...time, nullable: true },
  }),
  'request.create': closedObject({
    caip19: matching(caip19Pattern),
    note: orNull(privateText(1, 500)),
    registered: arrayOf(uuid, { maxItems: mostOpenRequests, uniqueItems: true }),
  }),
  'request.withdraw': closedObject({ requestId: uuid }),
  'request.decline': closedObject({ requestId: uuid, reason: { type: 'string', minLength: 1, maxLength: 500 } }),
};

const ajv = lazy(() => new Ajv({ ...ownSchemas, allErrors: true }));
const validators = new Map<string, ValidateFunction>();

/** The error in a command's body as a sentence; null if it is valid. */
export function bodyProblems(type: string, body: unknown): string | null {
  if (!isTerm('commandType', type)) return `"${shown(type)}" is not a command type`;
  const validate = validatorOf(type);
  if (validate(body)) return null;
  return `the ${type} command is not well formed: ${ajv().errorsText(validate.errors, { dataVar: 'body' })}`;
}

/** Cuts a text of any length. */
export const shown = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

function validatorOf(type: Term<'commandType'>): ValidateFunction {
  const known = validators.get(type);
  if (known !== undefined) return known;
  const validate = ajv().compile(commandSchemas[type]);
  validators.set(type, validate);
  return validate;
}

/** Compiled at first use, since imports must stay fast. */
function lazy<V>(make: () => V): () => V {
  let made: V | undefined;
  return () => (made ??= make());
}
