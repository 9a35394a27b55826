import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serverLife, watchServerLife } from '../../../cli/up/server-life.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import { isSameLife, lifeOfServer } from '../../../pipeline/sink/engine-life.ts';
import { openMigratedTables } from '../../support/migrated-tables.ts';
import { silent } from '../harness.ts';

const asking = (
  answer: (sql: string) => readonly object[],
  layout: { readonly kind: 'single' } | { readonly kind: 'cluster'; readonly cluster: string } = { kind: 'single' },
) => {
  const query = async <R>(sql: string): Promise<readonly R[]> => answer(sql) as readonly R[];
  return { tables: { query } as Pick<Tables, 'query'>, layout, logger: silent };
};

test('a real engine answers, and is in the same life when it is asked again', async () => {
  const tables = await openMigratedTables();
  try {
    const query = async <R>(sql: string): Promise<readonly R[]> => {
      const rows = await tables.rows(sql);
      return rows.map(([host, started]) => ({ host, started }) as R);
    };
    const options = { tables: { query } as Pick<Tables, 'query'>, layout: { kind: 'single' } as const, logger: silent };
    const life = await serverLife(options);
    assert.match(life, /^\[\["[^"]+",\d{10}\]\]$/);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    assert.ok(isSameLife(life, await serverLife(options)));
  } finally {
    await tables.close();
  }
});

test('on a cluster all replicas are asked, whichever answers', async () => {
  const seen: string[] = [];
  const answer = (sql: string): readonly object[] => {
    seen.push(sql);
    return [
      { host: 'b', started: '7' },
      { host: 'a', started: '5' },
    ];
  };
  const life = await serverLife(asking(answer, { kind: 'cluster', cluster: 'main' }));
  assert.is(life, lifeOfServer({ a: 5, b: 7 }));
  // A time that the asked server fills in for all of them would tell its clock's difference as a new start.
  for (const sql of seen) assert.match(sql, /nowInBlock\(\)/);
  assert.match(seen[0] ?? '', /clusterAllReplicas\('main', system\.one\) SETTINGS skip_unavailable_shards = 1/);
});

test('a user who may not ask: no life is ever another one; a server that is away is waited for', async () => {
  const refused = asking(() => {
    throw new Error('ACCESS_DENIED');
  });
  assert.ok(isSameLife(lifeOfServer({ a: 5 }), await serverLife(refused)));
  const away = asking(() => {
    throw new RetryableError('away');
  });
  const error = await serverLife(away).then(
    () => null,
    (cause: unknown) => cause,
  );
  assert.instance(error, RetryableError);
});

test('it is told while it is watched, and not after', async () => {
  let asked = 0;
  const told: string[] = [];
  const watch = watchServerLife(
    asking(() => {
      asked += 1;
      if (asked === 1) throw new RetryableError('away');
      return [{ host: 'a', started: String(asked) }];
    }),
    (life) => told.push(life),
    10,
  );
  while (told.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await watch.stop();
  const count = told.length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.is(told.length, count);
  assert.is(told[0], lifeOfServer({ a: 3 }));
});

test('what only one look says is not told, host by host', async () => {
  const looks = [{ a: 5 }, { b: 7 }, { a: 500 }, { b: 7, a: 5 }, { a: 900 }, { a: 901, c: 3 }];
  let asked = 0;
  const told: string[] = [];
  const watch = watchServerLife(
    asking(() => {
      asked += 1;
      const look = looks[asked - 1] ?? {};
      return Object.entries(look).map(([host, started]) => ({ host, started: String(started) }));
    }),
    (life) => told.push(life),
    5,
  );
  while (asked <= looks.length) await new Promise((resolve) => setTimeout(resolve, 5));
  await watch.stop();
  assert.equal(told, [lifeOfServer({ b: 7 }), lifeOfServer({ a: 901 })]);
});

test('a life at the start is what two looks say', async () => {
  const looks = [40, 5, 5, 5];
  const options = asking(() => [{ host: 'a', started: String(looks.shift()) }]);
  assert.is(await serverLife(options), lifeOfServer({ a: 5 }));
  let alternating = 0;
  const never = asking(() => [{ host: 'a', started: String((alternating += 100)) }]);
  assert.match(await serverLife(never), /"a"/, 'it does not look for ever');
});

test.run();
