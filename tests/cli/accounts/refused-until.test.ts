import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../api/errors.ts';
import { refusedUntil } from '../../../cli/accounts/refused-until.ts';

test('G-23 a write before its processor runs is 503 with Retry-After and sends nothing; afterwards it is sent', async () => {
  let isReady = false;
  let sent = 0;
  const commands = refusedUntil(() => isReady, {
    send: async () => {
      sent += 1;
    },
  });
  const refusal: unknown = await commands.send([], null).catch((error: unknown) => error);
  assert.instance(refusal, ApiError);
  assert.is((refusal as ApiError).status, 503);
  assert.equal((refusal as ApiError).headers, { 'Retry-After': '1' });
  assert.is(sent, 0);
  isReady = true;
  await commands.send([], null);
  assert.is(sent, 1);
});

test.run();
