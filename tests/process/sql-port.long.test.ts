/** The age of a feed as analysts and operators see it: views and metrics are some seconds late. */
// rule: the age of a feed is that of its last good file, also tests/cli/service/health/latest-runs.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nowMs, until } from '../support/real-time.ts';
import { sharedDemo } from '../support/shared-demo.ts';

const demo = sharedDemo();
const { sandbox, service } = demo;

async function rows<T>(sql: string): Promise<readonly T[]> {
  const url = `${service().sqlUrl ?? ''}/?default_format=JSONEachRow`;
  const text = await (await fetch(url, { method: 'POST', body: sql })).text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

test.before(demo.start);
test.after(demo.end);

test('the age of a feed is that of its last good file, not of one that was rejected', async () => {
  const [before] = await rows<{ readonly count: string }>('SELECT toString(count()) AS count FROM feed_runs');
  const { code } = await sandbox.cli('feeds', 'run', 'esma-emtwp', '--file', import.meta.filename);
  assert.is(code, 1);
  await sandbox.idle();
  // Analysts read up to some seconds late.
  await until('the run in the view', async () => {
    const [after] = await rows<{ readonly count: string }>('SELECT toString(count()) AS count FROM feed_runs');
    return Number(after?.count) === Number(before?.count) + 1;
  });
  const metrics = await (await fetch(`${service().opsUrl ?? ''}/metrics`)).text();
  assert.ok(Number(/feed="esma-emtwp"\} (\S+)/.exec(metrics)?.[1]) > (nowMs() - Date.parse('2026-08-22')) / 1000);
  interface Status {
    readonly feeds: readonly { readonly feed: string; readonly status: string; readonly lastSuccess: string }[];
  }
  const feedNow = async (): Promise<Status['feeds'][number] | undefined> => {
    const answer = await fetch(`${service().httpUrl}/status.json`);
    return ((await answer.json()) as Status).feeds.find(({ feed }) => feed === 'esma-emtwp');
  };
  // The metrics are cached for a moment.
  await until('the file is refused', async () => (await feedNow())?.status !== 'accepted', 200);
  const emtwp = await feedNow();
  assert.equal([emtwp?.status, emtwp?.lastSuccess], ['rejected', '2026-08-21T00:00:00.000Z']);
});

test.run();
