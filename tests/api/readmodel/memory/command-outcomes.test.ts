import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TableReader } from '../../../../api/readmodel/tables/reader.ts';
import { createOutcomes } from '../../../../api/readmodel/memory/command-outcomes.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { startVirtualTime, type VirtualTime } from '../../../support/virtual-time.ts';

let time: VirtualTime;
const clock = (): number => time.now();
test.before.each(() => {
  time = startVirtualTime();
});
test.after.each(() => time.end());

const row = (commandId: string) => ({
  command_id: commandId,
  tenant_id: `tenant of ${commandId}`,
  status: 'accepted',
  code: null,
  message: null,
  limit: 50,
  used: 1,
  item: null,
});

/** Tables that return the outcomes in `written`, and count their queries. */
function tablesWith(written: Set<string>) {
  const asked: (readonly string[])[] = [];
  const tables: TableReader = {
    query: async <R>(_sql: string, { commandIds }: Readonly<Record<string, unknown>>) => {
      asked.push(commandIds as readonly string[]);
      return (commandIds as readonly string[]).filter((id) => written.has(id)).map(row) as R[];
    },
  };
  return { tables, asked };
}

const rejected = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  return null;
};

test('a missing outcome is an engine out of reach; other waits go on', async () => {
  const written = new Set<string>();
  const { tables } = tablesWith(written);
  const outcomes = createOutcomes({ tables, clock, pushed: false, limitMs: 80 });
  const lost = rejected(outcomes.wait('tenant of lost', 'lost'));
  await time.advance(50);
  const kept = outcomes.wait('tenant of kept', 'kept');
  await time.advance(40);
  assert.instance(await lost, RetryableError);
  written.add('kept');
  await time.advance(40);
  assert.is((await kept).status, 'accepted');
});

test('an error of the tables rejects all waits, and the next wait works', async () => {
  const broken = new Error('broken');
  let fail = true;
  const { tables } = tablesWith(new Set(['c']));
  const failing: TableReader = {
    query: (sql, parameters) => (fail ? Promise.reject(broken) : tables.query(sql, parameters)),
  };
  const outcomes = createOutcomes({ tables: failing, clock, pushed: false });
  const errors = Promise.all([
    rejected(outcomes.wait('tenant of a', 'a')),
    rejected(outcomes.wait('tenant of b', 'b')),
  ]);
  await time.advance(2);
  assert.equal(await errors, [broken, broken]);
  fail = false;
  const next = outcomes.wait('tenant of c', 'c');
  await time.advance(2);
  assert.is((await next).status, 'accepted');
});

test('an outcome that this process inserted resolves its wait without a query', async () => {
  const { tables, asked } = tablesWith(new Set());
  const outcomes = createOutcomes({ tables, clock, pushed: true });
  const ids = Array.from({ length: 20 }, (_, index) => `command-${index}`);
  const waits = ids.map((id) => outcomes.wait(`tenant of ${id}`, id));
  outcomes.inserted(['unknown', ...ids.slice(5)].map(row));
  await Promise.all(waits.slice(5));
  assert.equal(asked, []);
  outcomes.inserted(ids.slice(0, 5).map(row));
  await Promise.all(waits);
});

test('without a wait the tables are not queried', async () => {
  const { tables, asked } = tablesWith(new Set());
  const outcomes = createOutcomes({ tables, clock, pushed: true });
  const waited = outcomes.wait('tenant of told', 'told');
  outcomes.inserted([row('told')]);
  await waited;
  await time.advance(300);
  assert.equal(asked, []);
  const later = outcomes.wait('tenant of later', 'later');
  outcomes.inserted([row('later')]);
  assert.is((await later).status, 'accepted');
});

test('all waits share one query, which also finds outcomes inserted before the wait', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `command-${index}`);
  const { tables, asked } = tablesWith(new Set(ids));
  const outcomes = createOutcomes({ tables, clock, pushed: true });
  outcomes.inserted(ids.map(row));
  const waits = Promise.all(ids.map((id) => outcomes.wait(`tenant of ${id}`, id)));
  await time.advance(250);
  await waits;
  assert.equal(asked, [ids]);
});

test('the tenants of found outcomes are reported before the waits resolve', async () => {
  const reported: string[] = [];
  const { tables } = tablesWith(new Set(['a', 'b']));
  const onFound = (tenantIds: readonly string[]): void => void reported.push(...tenantIds);
  const outcomes = createOutcomes({ tables, clock, pushed: false, onFound });
  const seen = Promise.all(['a', 'b'].map((id) => outcomes.wait(`tenant of ${id}`, id).then(() => [...reported])));
  await time.advance(2);
  assert.equal(
    await seen,
    Array.from({ length: 2 }, () => ['tenant of a', 'tenant of b']),
  );
});

test('without pushes it polls, often at first', async () => {
  const written = new Set<string>();
  const { tables, asked } = tablesWith(written);
  const outcomes = createOutcomes({ tables, clock, pushed: false });
  const wait = outcomes.wait('tenant of late', 'late');
  await time.advance(100);
  assert.is(asked.length, 8, 'after 2, 6, 14 ms, then every 16');
  written.add('late');
  await time.advance(16);
  await wait;
  assert.is(asked.length, 9);
});

test('an outcome answers its own tenant only, although another one has a command of the same id', async () => {
  const asked: unknown[] = [];
  const tables: TableReader = {
    query: async <R>(sql: string, parameters: Readonly<Record<string, unknown>>) => {
      asked.push([sql.includes('tenant_id IN {tenantIds:Array(String)}'), parameters]);
      return [row('a'), { ...row('a'), tenant_id: 'other', status: 'rejected' }] as R[];
    },
  };
  const outcomes = createOutcomes({ tables, clock, pushed: false });
  const both = Promise.all([outcomes.wait('other', 'a'), outcomes.wait('tenant of a', 'a')]);
  await time.advance(2);
  const found = await both;
  assert.equal(
    found.map(({ status }) => status),
    ['rejected', 'accepted'],
  );
  assert.equal(asked, [[true, { commandIds: ['a', 'a'], tenantIds: ['other', 'tenant of a'] }]]);

  const waits = createOutcomes({ tables, clock, pushed: true });
  const own = waits.wait('tenant of a', 'a');
  waits.inserted([{ ...row('a'), tenant_id: 'other', status: 'rejected' }, row('a')]);
  assert.is((await own).status, 'accepted');
});

test.run();
