/** Queries of analysts on hosts that a test ends: no process is started. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeferred, type DeferredPromise } from '../../../../../infra/async/async.ts';
import { type Host, HostEndedError } from '../../../../../infra/clickhouse/host/child.ts';
import { analystQueries } from '../../../../../infra/clickhouse/host/analysts/analyst-queries.ts';
import { defaultAnalystLimits } from '../../../../../infra/clickhouse/host/watch/limits.ts';
import type { SupervisedHost } from '../../../../../infra/clickhouse/host/watch/supervise.ts';
import { fromEngine } from '../../../../../infra/clickhouse/http-endpoint/errors.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { reached } from '../../../../support/reached.ts';

type Reply = Awaited<ReturnType<Host['request']>['reply']>;

/** Asked for this, a host answers nothing. */
const endless = 'SELECT endless';

interface HeldHost {
  readonly supervised: SupervisedHost;
  /** Queries that it was asked. */
  readonly asked: readonly string[];
  /** Ends it under its queries; the next one is not open yet. */
  readonly end: () => void;
}

function holdHost(): HeldHost {
  const asked: string[] = [];
  const pending: DeferredPromise<Reply>[] = [];
  let [isOpen, lastId] = [false, 0];
  const answer = (text: string): Reply => ({
    result: { rowsRead: 0, bytesRead: 0, elapsedSeconds: 0 },
    body: Buffer.from(text),
  });
  const request: Host['request'] = ({ op }, body) => {
    const id = (lastId += 1);
    if (op !== 'run') return { id, reply: Promise.resolve(answer('')) };
    const sql = Buffer.from(body ?? []).toString('utf8');
    asked.push(sql);
    if (sql !== endless) return { id, reply: Promise.resolve(answer(sql)) };
    const reply = createDeferred<Reply>();
    pending.push(reply);
    return { id, reply: reply.promise };
  };
  const host: Host = {
    pid: 0,
    request,
    cancel: () => assert.unreachable(),
    kill: () => assert.unreachable(),
    ended: new Promise(() => undefined),
  };
  const notAsked = (): never => {
    throw new Error('it was not to be asked');
  };
  return {
    asked,
    end: () => {
      isOpen = false;
      for (const reply of pending.splice(0))
        reply.reject(new HostEndedError('the tables restarted: it ended by SIGKILL'));
    },
    supervised: {
      open: async () => void (isOpen = true),
      current: async () => host,
      isOpen: () => isOpen,
      onReopen: () => undefined,
      finding: notAsked,
      figures: notAsked,
      onDamage: notAsked,
      close: notAsked,
    },
  };
}

test('a query that ran in a host that ended is not asked again; the other host answers the next ones', async () => {
  const hosts = [holdHost(), holdHost()];
  const { withSession, close } = analystQueries(
    hosts.map(({ supervised }) => supervised),
    defaultAnalystLimits(),
    { now: () => 0, start: () => () => undefined },
  );
  const ask = (sql: string): Promise<string> =>
    withSession({ settings: {}, parameters: {} }, async ({ run }) =>
      Buffer.from((await run(sql, 'TSV')).bytes).toString(),
    );
  const failed = failureOf(ask(endless));
  const askedFor = (sql: string): readonly HeldHost[] => hosts.filter(({ asked }) => asked.includes(sql));
  await reached('it runs', () => askedFor(endless).length > 0);
  askedFor(endless)[0]?.end();
  const error = await failed;
  assert.instance(error, HostEndedError);
  assert.is(fromEngine(error)?.status, 503);
  assert.is(await ask('SELECT 2'), 'SELECT 2');
  assert.equal(
    hosts.map(({ asked }) => asked),
    [[endless], ['SELECT 2']],
  );
  await close();
});

test.run();
