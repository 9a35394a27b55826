/** The last use of a key: sent once a day beside the answer, and lost without harm. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyUses } from '../../../api/readmodel/accounts/key-uses.ts';
import type { AccountCommand } from '../../../schemas/generated/records.ts';
import { openHarness } from '../harness.ts';
import { day, now } from '../records.ts';

const principal = (keyId: string) => ({ tenantId: `tenant of ${keyId}`, keyId, scopes: [] });

test('K-14 a use is sent once a key and UTC day', () => {
  const sent: AccountCommand[] = [];
  let at = Date.UTC(2026, 0, 5, 23, 59);
  const note = createKeyUses({
    clock: () => at,
    ids: () => `command ${sent.length}`,
    commands: { send: async (commands) => void sent.push(...commands) },
  });
  for (const keyId of ['a', 'b', 'a']) note(principal(keyId));
  at += 60_000;
  for (const keyId of ['a', 'a']) note(principal(keyId));
  assert.equal(
    sent.map(({ type, tenantId, body, actor, at: when }) => [type, tenantId, body, actor, when]),
    [
      ['key.used', 'tenant of a', '{"keyId":"a"}', 'key:a', at - 60_000],
      ['key.used', 'tenant of b', '{"keyId":"b"}', 'key:b', at - 60_000],
      ['key.used', 'tenant of a', '{"keyId":"a"}', 'key:a', at],
    ],
  );
});

test('K-14 requests are answered where no use can be appended, and none is sent again that day', async () => {
  let tries = 0;
  let clockMs = now;
  const keyUsed = createKeyUses({
    clock: () => clockMs,
    ids: () => 'command',
    commands: {
      send: async () => {
        tries += 1;
        throw new Error('the disk is full');
      },
    },
  });
  const api = await openHarness({ keyUsed });
  try {
    const { text } = await api.makeKey();
    for (let n = 0; n < 3; n += 1) assert.is((await api.send('GET', '/me/watchlist', { key: text })).status, 200);
    assert.is(tries, 1);
    assert.is((await api.send('GET', '/me/watchlist', { key: `${text}x` })).status, 401);
    assert.is(tries, 1, 'a wrong key is no use');
    clockMs += day;
    assert.is((await api.send('GET', '/me/watchlist', { key: text })).status, 200);
    assert.is(tries, 2);
  } finally {
    await api.close();
  }
});

test.run();
