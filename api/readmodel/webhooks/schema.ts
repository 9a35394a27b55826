import {
  arrayOf,
  closedObject,
  component,
  count,
  dateTime,
  flag,
  type JsonSchema,
  named,
  orNull,
  term,
  text,
  uuid,
} from '../../../schemas/json-schema.ts';
import type { PathParameter, Query } from '../input.ts';

const members = {
  id: uuid,
  url: text,
  enabled: flag,
  reason: orNull(term('webhookReason')),
  failingSince: orNull(dateTime),
  pending: count,
  nextAttemptAt: orNull(dateTime),
  previousSecretUntil: orNull(dateTime),
  createdAt: dateTime,
};

export const webhook = named('Webhook', closedObject(members));

/** The only answer with the secret, beside that of a rotation. */
export const newWebhook = named('NewWebhook', closedObject({ ...members, secret: text }));

export const webhookList = named('WebhookList', closedObject({ items: arrayOf(webhook), limit: count, used: count }));

export const rotatedSecret = named('RotatedSecret', closedObject({ secret: text, previousSecretUntil: dateTime }));

export const delivery = named(
  'WebhookDelivery',
  closedObject({
    messageId: text,
    type: term('webhookEvent'),
    attempt: count,
    outcome: term('deliveryOutcome'),
    status: orNull({ type: 'integer' }),
    error: orNull(text),
    answer: orNull(text),
    durationMs: count,
    at: dateTime,
  }),
);

export const deliveryList = named('WebhookDeliveryList', closedObject({ items: arrayOf(delivery) }));

export const createBody: JsonSchema = component('WebhookCreation', { url: text });

export const updateBody: JsonSchema = named('WebhookUpdate', {
  ...closedObject({}, { url: text, enabled: flag }),
  minProperties: 1,
});

/** An id that is not a UUID cannot exist: 404, as for an unknown one. */
export const webhookParameter: PathParameter = {
  description: 'Id of the webhook',
  schema: uuid,
  refusal: { code: 'not_found', message: 'No such endpoint of yours' },
};

/** Tries of one answer. */
export const deliveryLimit = { usual: 50, most: 200 } as const;

export const deliveriesQuery: Query = {
  unknown: 'ignore',
  parameters: {
    limit: {
      description: `Number of tries, 1 to ${deliveryLimit.most}; default ${deliveryLimit.usual}`,
      schema: { type: 'string', pattern: '^([1-9]|[1-9][0-9]|1[0-9][0-9]|200)$' },
      shown: { type: 'integer', minimum: 1, maximum: deliveryLimit.most, default: deliveryLimit.usual },
      expects: `a number from 1 to ${deliveryLimit.most}`,
    },
  },
};
