import { exampleIds } from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';

const params = { id: exampleIds.webhook };
const webhook = {
  id: exampleIds.webhook,
  url: 'https://receiver.example/attestry',
  enabled: true,
  reason: null,
  failingSince: null,
  pending: 0,
  nextAttemptAt: null,
  previousSecretUntil: null,
  createdAt: '2026-06-01T12:00:00.000Z',
} as const;
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const delivered = {
  messageId: 'test:9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
  type: 'webhook.test',
  attempt: 0,
  outcome: 'delivered',
  status: 204,
  error: null,
  answer: null,
  durationMs: 84,
  at: '2026-06-01T12:00:00.000Z',
} as const;

export const listWebhooksDocs: Documentation = {
  description: `
The addresses to which changes and notifications of the key holder are sent, at most ten. They belong to the key holder,
not to the key: every key of the key holder with both scopes sees the same ones. What a message is, how it is signed and
when it is sent again is in [Standard Webhooks](https://www.standardwebhooks.com) 1.0.0 and in the documentation of webhooks.
`.trim(),
  examples: {
    list: { summary: 'One webhook', status: 200, answer: { items: [webhook], limit: 10, used: 1 } },
  },
};

export const createWebhookDocs: Documentation = {
  description: `
Adds an https address on port 443 that the internet reaches; an address that is not public is 400. The answer has the
\`secret\`, which no later answer has. Messages begin with what happens from now on. The eleventh webhook is 409. After a
502 it may have been added: list the webhooks, and remove one whose secret you do not have.
`.trim(),
  examples: {
    create: {
      summary: 'A new webhook',
      body: { url: webhook.url },
      status: 201,
      answer: { ...webhook, secret },
    },
  },
};

export const getWebhookDocs: Documentation = {
  description: `
One webhook, without its secret. \`enabled\` is false after a pause (\`reason\` is \`stopped\`), after an answer of 410
(\`gone\`), and after 75 hours without a success (\`failing\`). \`pending\` counts messages that failed and are sent again,
the first of them at \`nextAttemptAt\`.
`.trim(),
  examples: { get: { summary: 'One that works', params, own: true, status: 200, answer: webhook } },
};

export const updateWebhookDocs: Documentation = {
  description: `
Changes what the body names and leaves the rest; at least one member is required and no other is accepted. \`enabled\`
false pauses the webhook: nothing is sent and nothing is lost. \`enabled\` true sends what is pending at once, then
everything later. Another \`url\` has the same rules as a new webhook and keeps secret and place.
`.trim(),
  examples: {
    pause: {
      summary: 'Pause',
      params,
      own: true,
      body: { enabled: false },
      status: 200,
      answer: { ...webhook, enabled: false, reason: 'stopped' },
    },
    move: {
      summary: 'Another address, enabled again',
      params,
      own: true,
      body: { url: webhook.url, enabled: true },
      status: 200,
      answer: webhook,
    },
  },
};

export const removeWebhookDocs: Documentation = {
  description: 'Ends the webhook with everything that is pending. Its address and secrets are deleted.',
  examples: { remove: { summary: 'Remove a webhook', params, own: true, status: 204 } },
};

export const testWebhookDocs: Documentation = {
  description: `
Sends one message of the type \`webhook.test\` and answers with what came of it within 15 seconds; also of a webhook that is
not enabled. A receiver that fails is no failure of this operation: \`outcome\` and \`error\` state it. The test changes
neither the place of the webhook nor its count of failures. The fifth at a time is 429.
`.trim(),
  examples: { test: { summary: 'A receiver that answers 204', params, own: true, status: 200, answer: delivered } },
};

export const rotateWebhookDocs: Documentation = {
  description: `
Makes a new secret, which no later answer has. Until \`previousSecretUntil\`, 24 hours later, each message has two
signatures, one with each secret. A second rotation within that time ends the oldest of the three at once.
`.trim(),
  examples: {
    rotate: {
      summary: 'A new secret',
      params,
      own: true,
      status: 200,
      answer: { secret, previousSecretUntil: '2026-06-02T12:00:00.000Z' },
    },
  },
};

export const listDeliveriesDocs: Documentation = {
  description: `
What was sent, and what came of it, for 30 days. \`attempt\` counts the tries of a message from 1; 0 is one by hand.
\`answer\` is the first part of the receiver's answer.
`.trim(),
  examples: { list: { summary: 'Nothing was sent yet', params, own: true, status: 200, answer: { items: [] } } },
};
