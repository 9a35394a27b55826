import type { Documentation } from '../../route/route.ts';

const key = {
  id: '0AbCdEf9',
  name: 'test',
  last4: 'wXyZ',
  scopes: ['monitoring:read', 'watchlist:write'],
  createdAt: '2026-02-21T12:00:00.000Z',
  expiresAt: null,
} as const;

export const getKeyDocs: Documentation = {
  description: `
The key that the request was sent with: its name, scopes and expiry, to check before they matter. The secret is stored as
a hash alone; \`last4\` are its last four characters.
`.trim(),
  examples: { key: { summary: 'A key that does not expire', status: 200, answer: key } },
};

export const rotateKeyDocs: Documentation = {
  description: `
Makes a new key with the name, scopes and expiry of this one, for the same key holder: watchlist, inbox and webhooks stay.
The new \`key\` is in this answer and in no other. The old one works for another \`overlapHours\` (0 to 24, 24 when
absent), or until its own expiry. Revoking the old key, which the operator does, ends the new one as well, so that a stolen
key cannot be kept alive by rotating it. After a 502 the key may have been replaced; rotate again with the old key.
`.trim(),
  examples: {
    rotate: {
      summary: 'An hour to deploy the new key',
      body: { overlapHours: 1 },
      status: 200,
      answer: {
        ...key,
        id: '1GhIjKl8',
        key: 'attestry_1GhIjKl8_0123456789abcdefghijklmnopqwXyZ',
        previousKeyUntil: '2026-06-01T13:00:00.000Z',
      },
    },
  },
};
