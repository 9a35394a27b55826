/** The last use of a key: sent once a day beside the answer, and lost without harm. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyUses } from '../../../api/readmodel/accounts/key-uses.ts';
import type { AccountCommand } from '../../../schemas/generated/records.ts';
import { nextTurn } from '../../support/next-turn.ts';
import { openHarness } from '../harness.ts';
import { day, now } from '../records.ts';

const principal = (keyId: string) => ({ tenantId: `tenant of ${keyId}`, keyId, scopes: [] });

test('K-14 a use is sent once a key and UTC day', async () => {
  const sent: AccountCommand[] = [];
  let at = Date.UTC(2026, 0, 5, 23, 59);
  const { note, stop } = createKeyUses({
    clock: () => at,
    ids: () => `command ${sent.length}`,
    commands: { send: async (commands) => void sent.push(...commands) },
  });
  for (const keyId of ['a', 'b', 'a']) note(principal(keyId));
  at += 60_000;
  for (const keyId of ['a', 'a']) note(principal(keyId));
  await stop();
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
  const uses = createKeyUses({
    sleep: nextTurn,
    clock: () => clockMs,
    ids: () => 'command',
    commands: {
      send: async () => {
        tries += 1;
        throw new Error('the disk is full');
      },
    },
  });
  const api = await openHarness({ keyUsed: uses.note });
  try {
    const { text } = await api.makeKey();
    for (let n = 0; n < 3; n += 1) assert.is((await api.send('GET', '/me/watchlist', { key: text })).status, 200);
    assert.is(tries, 1);
    assert.is((await api.send('GET', '/me/watchlist', { key: `${text}x` })).status, 401);
    assert.is(tries, 1, 'a wrong key is no use');
    clockMs += day;
    assert.is((await api.send('GET', '/me/watchlist', { key: text })).status, 200);
    await uses.stop();
    assert.is(tries, 2);
  } finally {
    await api.close();
  }
});

test('K-14 uses of many keys at midnight are appended a hundred at a time, and the rest before the log closes', async () => {
  const appends: number[] = [];
  const sleeps: number[] = [];
  let wake: () => void = () => undefined;
  const { note, stop } = createKeyUses({
    clock: () => now,
    ids: () => 'command',
    commands: { send: async (commands) => void appends.push(commands.length) },
    sleep: (ms, signal) => {
      sleeps.push(ms);
      return new Promise((resolve) => {
        wake = resolve;
        signal.addEventListener('abort', () => resolve());
      });
    },
  });
  for (let n = 0; n < 350; n += 1) note(principal(`key ${n}`));
  await nextTurn();
  assert.equal([appends, sleeps], [[1], [1_000]], 'the first use waits for nothing');
  wake();
  await nextTurn();
  assert.equal(
    [appends, sleeps],
    [
      [1, 100],
      [1_000, 1_000],
    ],
  );
  await stop();
  assert.equal(appends, [1, 100, 100, 100, 49]);
});

test.run();
