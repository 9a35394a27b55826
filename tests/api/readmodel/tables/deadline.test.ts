import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withDeadline } from '../../../../api/readmodel/tables/deadline.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { startVirtualTime } from '../../../support/virtual-time.ts';

test('G-23 a query that does not answer in time is an engine out of reach; its error and its result pass unchanged', async () => {
  const time = startVirtualTime();
  const never = withDeadline({ query: () => new Promise(() => undefined) }, 10);
  const answer = never.query('SELECT 1', {}).catch((error: unknown) => error);
  await time.advance(10);
  const late = await answer;
  time.end();
  assert.instance(late, RetryableError);
  assert.match((late as Error).message, /10 ms/);
  const wrong = withDeadline({ query: () => Promise.reject(new Error('syntax')) }, 1_000);
  const failed = await wrong.query('SELECT', {}).catch((error: unknown) => error);
  assert.not.instance(failed, RetryableError);
  const asked: unknown[] = [];
  const right = withDeadline({
    query: async <R>(sql: string, parameters: object) => {
      asked.push(sql, parameters);
      return [1] as R[];
    },
  });
  assert.equal(await right.query('SELECT {a:Int}', { a: 1 }), [1]);
  assert.equal(asked, ['SELECT {a:Int}', { a: 1 }]);
});

test.run();
