import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { detailOf, type KeyEvent, keyEventsOf } from '../../../cli/accounts/key-events.ts';
import { applyCommand } from '../../../pipeline/accounts/accounts.ts';
import { type CommandBodies, type CommandType, makeCommand } from '../../../pipeline/accounts/commands.ts';
import type { AccountEvent } from '../../../schemas/generated/records.ts';
import { inputOf, memoryState } from '../../pipeline/accounts/harness.ts';

const tenantId = 'tenant';
const secret = { secretSha256: 'a'.repeat(64), last4: 'zzzz' } as const;
const first = { keyId: 'aaaaaaaa', name: 'first', scopes: ['monitoring:read'], ...secret } as const;

function history(): {
  readonly give: <T extends CommandType>(type: T, body: CommandBodies[T], at: number) => void;
  readonly events: readonly AccountEvent[];
} {
  const state = memoryState();
  const events: AccountEvent[] = [];
  return {
    events,
    give: (type, body, at) => {
      const command = makeCommand({ commandId: randomUUID(), tenantId, type, body, at, actor: 'operator' });
      const result = applyCommand(
        state,
        inputOf('accounts.commands', command, { offset: events.length, timestamp: at }),
      );
      if (result.kind === 'park') throw new Error(result.reason);
      events.push(...result.outputs.map((output) => output.value as AccountEvent));
    },
  };
}

const words = (events: readonly KeyEvent[]): readonly string[] =>
  events.map((event) => `${event.at} ${event.event} ${event.keyId ?? '-'} ${detailOf(event)}`.trimEnd());

test('K-14 the history of a key: created, rotated, revoked, expired, and the limit of its holder', () => {
  const { give, events } = history();
  give('tenant.create', { ...first, limit: 5 }, 100);
  give('key.create', { ...first, keyId: 'bbbbbbbb', name: 'second', expiresAt: 5_000 }, 200);
  give('key.rotate', { keyId: 'aaaaaaaa', newKeyId: 'cccccccc', overlapMs: 400, ...secret }, 300);
  give('key.limit', { limit: 9 }, 400);
  give('key.revoke', { keyId: 'cccccccc' }, 500);
  give('key.revoke', { keyId: 'cccccccc' }, 600);
  assert.equal(words(keyEventsOf(events, 10_000)), [
    '100 limit set - 5 assets',
    '100 created aaaaaaaa "first" monitoring:read',
    '200 created bbbbbbbb "second" monitoring:read until 1970-01-01T00:00:05.000Z',
    '300 rotated aaaaaaaa replaced by cccccccc, works until 1970-01-01T00:00:00.700Z',
    '300 created cccccccc "first" monitoring:read',
    '400 limit set - 9 assets',
    '500 revoked cccccccc',
    '700 expired aaaaaaaa',
    '5000 expired bbbbbbbb',
  ]);
  const now = words(keyEventsOf(events, 699));
  assert.not.ok(
    now.some((line) => line.includes('expired')),
    'an expiry in the future is not listed',
  );
});

test('a key that was revoked before its expiry does not expire as well; one that had expired did', () => {
  const { give, events } = history();
  give('tenant.create', { ...first, expiresAt: 1_000 }, 0);
  give('key.create', { ...first, keyId: 'bbbbbbbb', expiresAt: 1_000 }, 0);
  give('key.revoke', { keyId: 'aaaaaaaa' }, 999);
  give('key.revoke', { keyId: 'bbbbbbbb' }, 1_001);
  const ends = keyEventsOf(events, 2_000).filter(({ event }) => event === 'expired' || event === 'revoked');
  assert.equal(words(ends), ['999 revoked aaaaaaaa', '1000 expired bbbbbbbb', '1001 revoked bbbbbbbb']);
});

test('the history has neither a secret nor its hash', () => {
  const { give, events } = history();
  give('tenant.create', first, 0);
  assert.not.ok(JSON.stringify(keyEventsOf(events, 1)).includes(secret.secretSha256));
});

test.run();
