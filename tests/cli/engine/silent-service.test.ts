import type { RequestListener } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  answerMs,
  connectTables,
  currentReading,
  queryAnswerMs,
  refreshCaches,
} from '../../../cli/engine/tables-client.ts';
import { untilRefreshed } from '../../../cli/engine/until-refreshed.ts';
import type { Config } from '../../../infra/config/config.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { withVirtualTime } from '../../support/virtual-time.ts';
import { messageOf } from '../harness.ts';
import { newConfig, service, serving } from './tables-socket.ts';

/** Calls of a service that takes requests: each with the time it may take, ms. */
const calls: readonly (readonly [string, number, (config: Config) => Promise<unknown>])[] = [
  ['ping', answerMs, connectTables],
  ['refresh', answerMs, (config) => refreshCaches(config)],
  ['reading', answerMs, currentReading],
  ['refresh within a limit', 5_000, (config) => refreshCaches(config, 5_000)],
];

for (const [begins, begin] of [
  ['never answers', () => undefined],
  ['begins an answer and never ends it', (response) => void response.writeHead(200).write('{')],
] as readonly (readonly [string, (response: Parameters<RequestListener>[1]) => void])[]) {
  test(`a service that accepts and ${begins} is an error after the limit`, async () => {
    const config = newConfig();
    let arrived: () => void = () => undefined;
    const silent: RequestListener = (_, response) => {
      begin(response);
      arrived();
    };
    await serving(config, silent, () =>
      withVirtualTime(async (time) => {
        for (const [name, limitMs, call] of calls) {
          const received = new Promise<void>((resolve) => {
            arrived = resolve;
          });
          const ended = { as: null as unknown };
          const work = call(config).catch((error: unknown) => {
            ended.as = error;
          });
          await received;
          await time.advance(limitMs - 1);
          assert.is(ended.as, null, name);
          await time.advance(1);
          await work;
          assert.instance(ended.as, RetryableError, name);
          assert.match(String(ended.as), new RegExp(`did not answer it within ${limitMs / 1_000} s`));
        }
      }),
    );
  });
}

test('a query may take longer than a ping', async () => {
  const config = newConfig();
  const silent = service(() => undefined);
  await serving(config, silent, () =>
    withVirtualTime(async (time) => {
      const tables = await connectTables(config);
      const failure = messageOf(tables?.query('SELECT 1') ?? Promise.resolve([]));
      await time.advance(queryAnswerMs);
      assert.match(await failure, /within 600 s/);
    }),
  );
});

test('waiting for a refresh ends at its deadline also if the service never answers', async () => {
  const config = newConfig();
  await serving(
    config,
    () => undefined,
    () =>
      withVirtualTime(async (time) => {
        const deadline = time.now() + 150_000;
        const work = messageOf(untilRefreshed(config, { deadline, clock: time.now }));
        assert.match(await time.during(work), /did not answer it within/);
        const lateMs = time.now() - deadline;
        assert.ok(lateMs >= 0 && lateMs < 2_000, `${lateMs} ms after the deadline`);
      }),
  );
});

test.run();
