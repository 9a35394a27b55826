import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decide } from '../../../api/readmodel/resources/watchlist/commands.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { startVirtualTime } from '../../support/virtual-time.ts';
import type { CommandOutcome } from '../../../schemas/generated/records.ts';

const principal = { keyId: 'abcdefgh', tenantId: 'tenant', scopes: ['watchlist:write'] };
const command = { type: 'watch.remove', body: {}, assetPublic: null, notFound: 'Watchlist item not found' } as const;
const never = new Promise<never>(() => undefined);
const refused: CommandOutcome = { status: 'rejected', code: 'not_found', message: 'x', limit: 1, used: 0, item: null };

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => null).catch((error: unknown) => error);

const outcomeOf = (send: () => Promise<void>, wait: () => Promise<CommandOutcome>): Promise<unknown> =>
  failure(
    decide(
      { principal, traceparent: null },
      command,
      { commands: { send }, outcomes: { wait, inserted: () => undefined }, clock: () => 0, ids: () => 'id' },
      50,
    ),
  );

test('G-23 a log that does not accept the command, and an outcome that does not arrive, are an engine out of reach', async () => {
  const time = startVirtualTime();
  for (const [send, wait] of [
    [() => never, () => Promise.resolve(refused)],
    [() => Promise.resolve(), () => never],
  ] as const) {
    const failed = outcomeOf(send, wait);
    await time.advance(50);
    assert.instance(await failed, RetryableError);
  }
  time.end();
});

test('an outcome in time is the answer', async () => {
  const error = await outcomeOf(
    () => Promise.resolve(),
    () => Promise.resolve(refused),
  );
  assert.is((error as Error).message, 'Watchlist item not found');
});

test.run();
