/** Which errors of a read count as lost rows. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findBrokenTables } from '../../../../infra/clickhouse/upkeep/broken-parts.ts';
import { damageCodes, provesDamage } from '../../../../infra/clickhouse/damage.ts';
import { engineCode, typedEngineError } from '../../../../infra/clickhouse/engine-errors.ts';
import type { Tables } from '../../../../infra/clickhouse/tables.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { reached } from '../../../support/reached.ts';
import { openSampleEngine, type SampleEngine } from '../sample-engine.ts';

const engineError = (code: number): unknown =>
  typedEngineError(Object.assign(new Error(`error ${code}`), { clickhouseCode: code }));

/** Tables with one part, whose read fails. */
const failingWith = (error: unknown): Pick<Tables, 'query'> => ({
  query: async <R>(sql: string): Promise<readonly R[]> => {
    if (sql.includes('system.detached_parts')) return [];
    if (sql.includes('system.parts')) return [{ table: 'store_tenants', name: 'all_1_1_0' }] as unknown as readonly R[];
    throw error;
  },
});

const failureWith = (error: unknown): Promise<unknown> =>
  findBrokenTables(failingWith(error), 'first rows').then(
    () => null,
    (thrown: unknown) => thrown,
  );

for (const [code, name] of damageCodes) {
  test(`${name} is damage`, async () => {
    const [broken] = await findBrokenTables(failingWith(engineError(code)), 'first rows');
    assert.is(broken?.table, 'store_tenants');
  });
}

for (const [name, code] of [
  ['a time limit', 159],
  ['a memory limit', 241],
  ['a file that cannot be opened now', 76],
  ['an engine that cannot schedule work', 439],
] as const) {
  test(`${name} is no damage and may be tried again`, async () => {
    assert.instance(await failureWith(engineError(code)), RetryableError);
  });
}

test('a part that was merged meanwhile is no damage', async () => {
  assert.equal(await findBrokenTables(failingWith(engineError(232)), 'first rows'), []);
});

test('a restart is no damage and may be tried again', async () => {
  assert.instance(await failureWith(new RetryableError('The tables were restarted.')), RetryableError);
});

for (const [name, error] of [
  ['an unknown table', engineError(60)],
  ['an unknown codec, as of a newer version', engineError(432)],
  ['an error that is not of the engine', new Error('The tables are closed.')],
] as const) {
  test(`${name} is no damage and ends the search`, async () => {
    const thrown = await failureWith(error);
    assert.instance(thrown, Error);
    assert.not.instance(thrown, RetryableError);
    assert.match(String(thrown), /store_tenants has lost rows is not known: all_1_1_0/);
  });
}

let sample: SampleEngine;
test.before(async () => {
  sample = await openSampleEngine();
});
test.after(() => sample.close());

test('a damaged block behind the first rows is found by reading all bytes, and reported when a read or a merge meets it', async () => {
  const tables = sample.engine;
  // Small blocks: in a large one, the engine searches for a flipped bit for minutes.
  let reports = 0;
  tables.onDamage(() => (reports += 1));
  await tables.jobs.command(
    'CREATE TABLE attestry.store_torn (id UInt32, text String) ENGINE = MergeTree ORDER BY id SETTINGS min_bytes_for_wide_part = 0, min_compress_block_size = 1024, max_compress_block_size = 4096',
  );
  const rows = Array.from({ length: 50_000 }, (_, id) =>
    JSON.stringify([id, createHash('md5').update(`${id}`).digest('hex')]),
  );
  await tables.sink.insert('attestry.store_torn', ['id', 'text'], Buffer.from(`${rows.join('\n')}\n`));
  assert.equal(await findBrokenTables(tables.jobs, 'all'), []);
  const [part] = await tables.api.query<{ readonly path: string }>(
    "SELECT path FROM system.parts WHERE table = 'store_torn' AND active",
  );
  const path = join(part?.path ?? '', 'text.bin');
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(64, 0x77), 0, 64, Math.floor(statSync(path).size / 2));
  closeSync(file);
  assert.equal(await findBrokenTables(tables.jobs, 'first rows'), []);
  assert.is(reports, 0);
  const read = tables.jobs.query('SELECT cityHash64(text) AS hash FROM attestry.store_torn ORDER BY hash LIMIT 1');
  assert.ok(provesDamage(await read.catch((error: unknown) => error)));
  await reached('the report', () => reports > 0);
  for (const parts of ['recent', 'all'] as const) {
    const [broken] = await findBrokenTables(tables.jobs, parts);
    assert.is(broken?.table, 'store_torn');
    assert.match(broken?.reason ?? '', /^all_1_1_0: /);
  }
  await tables.jobs.command('DROP TABLE attestry.store_torn');
});

test('the codes are those of this engine, and its cut-off files have one of them', async () => {
  const tables = sample.engine;
  for (const [code, name] of damageCodes) {
    const sql = 'SELECT errorCodeToName({code:UInt32}) AS name';
    assert.equal(await tables.api.query(sql, { code }), [{ name }]);
  }
  await tables.jobs.command('CREATE TABLE attestry.store_cut (id String) ENGINE = MergeTree ORDER BY id');
  await tables.jobs.command('CREATE TABLE attestry.store_kept (id String) ENGINE = MergeTree ORDER BY id');
  for (const table of ['cut', 'kept']) {
    await tables.sink.insert(`attestry.store_${table}`, ['id'], Buffer.from('["one"]\n'));
  }
  const [part] = await tables.api.query<{ readonly path: string }>(
    "SELECT path FROM system.parts WHERE table = 'store_cut' AND active",
  );
  const path = part?.path ?? '';
  for (const file of readdirSync(path).filter((name) => name.endsWith('.bin'))) truncateSync(join(path, file), 10);
  const found = await findBrokenTables(tables.api, 'first rows');
  assert.equal(
    found.map(({ table }) => table),
    ['store_cut'],
  );
  const read = tables.api.query('SELECT * FROM attestry.store_cut');
  const code = engineCode(await read.catch((error: unknown) => error));
  assert.ok(code !== null && damageCodes.has(code), String(code));
});

test.run();
