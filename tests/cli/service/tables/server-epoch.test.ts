import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serverEpoch, watchServerEpoch } from '../../../../cli/service/tables/server-epoch.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import type { Tables } from '../../../../infra/clickhouse/tables.ts';
import { isSameEpoch, epochOfServer } from '../../../../pipeline/sink/checkpoints/engine-epoch.ts';
import { openMigratedTables } from '../../../support/migrated-tables.ts';
import { startVirtualTime, type VirtualTime } from '../../../support/virtual-time.ts';
import { silent } from '../../harness.ts';

const everyMs = 5_000;

async function inVirtualTime(run: (time: VirtualTime) => Promise<void>): Promise<void> {
  const time = startVirtualTime();
  try {
    await run(time);
  } finally {
    time.end();
  }
}

const asking = (
  answer: (sql: string) => readonly object[],
  layout: { readonly kind: 'single' } | { readonly kind: 'cluster'; readonly cluster: string } = { kind: 'single' },
) => {
  const query = async <R>(sql: string): Promise<readonly R[]> => answer(sql) as readonly R[];
  return { tables: { query } as Pick<Tables, 'query'>, layout, logger: silent };
};

test('a real engine answers, and has the same epoch on the next read', async () => {
  const tables = await openMigratedTables();
  try {
    const query = async <R>(sql: string): Promise<readonly R[]> => {
      const rows = await tables.rows(sql);
      return rows.map(([host, started]) => ({ host, started }) as R);
    };
    const options = { tables: { query } as Pick<Tables, 'query'>, layout: { kind: 'single' } as const, logger: silent };
    const life = await serverEpoch(options);
    assert.match(life, /^\[\["[^"]+",\d{10}\]\]$/);
    assert.ok(isSameEpoch(life, await serverEpoch(options)));
  } finally {
    await tables.close();
  }
});

test('on a cluster the start times of all replicas are read, whichever answers', async () => {
  const seen: string[] = [];
  const answer = (sql: string): readonly object[] => {
    seen.push(sql);
    return [
      { host: 'b', started: '7' },
      { host: 'a', started: '5' },
    ];
  };
  const life = await serverEpoch(asking(answer, { kind: 'cluster', cluster: 'main' }));
  assert.is(life, epochOfServer({ a: 5, b: 7 }));
  // A time computed by the queried server for all replicas would report its clock difference as a restart.
  for (const sql of seen) assert.match(sql, /nowInBlock\(\)/);
  assert.match(seen[0] ?? '', /clusterAllReplicas\('main', system\.one\) SETTINGS skip_unavailable_shards = 1/);
});

test('without the permission the epoch never changes; a server that is away is a retryable error', async () => {
  const refused = asking(() => {
    throw new Error('ACCESS_DENIED');
  });
  assert.ok(isSameEpoch(epochOfServer({ a: 5 }), await serverEpoch(refused)));
  const away = asking(() => {
    throw new RetryableError('away');
  });
  const error = await serverEpoch(away).then(
    () => null,
    (cause: unknown) => cause,
  );
  assert.instance(error, RetryableError);
});

test('the epoch is reported during the watch, and not after', () =>
  inVirtualTime(async (time) => {
    let asked = 0;
    const reported: string[] = [];
    const watch = watchServerEpoch(
      asking(() => {
        asked += 1;
        if (asked === 1) throw new RetryableError('away');
        return [{ host: 'a', started: String(asked) }];
      }),
      (life) => reported.push(life),
      everyMs,
    );
    await time.advance(2 * everyMs);
    assert.equal(reported, []);
    await time.advance(2 * everyMs);
    assert.equal(reported, [epochOfServer({ a: 3 }), epochOfServer({ a: 4 })]);
    await watch.stop();
    const count = reported.length;
    await time.advance(10 * everyMs);
    assert.is(reported.length, count);
  }));

test('a start time seen in one read only is not reported, per host', () =>
  inVirtualTime(async (time) => {
    const answers = [{ a: 5 }, { b: 7 }, { a: 500 }, { b: 7, a: 5 }, { a: 900 }, { a: 901, c: 3 }];
    let asked = 0;
    const reported: string[] = [];
    const watch = watchServerEpoch(
      asking(() => {
        asked += 1;
        const answer = answers[asked - 1] ?? {};
        return Object.entries(answer).map(([host, started]) => ({ host, started: String(started) }));
      }),
      (life) => reported.push(life),
      everyMs,
    );
    await time.advance((answers.length + 1) * everyMs);
    await watch.stop();
    assert.equal(reported, [epochOfServer({ b: 7 }), epochOfServer({ a: 901 })]);
  }));

test('the epoch at the start requires two equal reads', async () => {
  const answers = [40, 5, 5, 5];
  const options = asking(() => [{ host: 'a', started: String(answers.shift()) }]);
  assert.is(await serverEpoch(options), epochOfServer({ a: 5 }));
  let alternating = 0;
  const never = asking(() => [{ host: 'a', started: String((alternating += 100)) }]);
  assert.match(await serverEpoch(never), /"a"/, 'it stops asking after some attempts');
});

test.run();
