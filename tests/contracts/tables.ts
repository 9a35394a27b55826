import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engineCode } from '../../infra/clickhouse/engine-errors.ts';
import type { Tables } from '../../infra/clickhouse/tables.ts';
import { RetryableError } from '../../infra/errors.ts';
import { encodeRows } from '../../pipeline/sink/encode.ts';
import type { Cell } from '../../pipeline/sink/row-mapping.ts';
import { failureOf } from '../support/failure-of.ts';

/** The tables under test, in this process or in another. */
export interface TablesUnderTest {
  /** Opens a new lane for reads and writes. */
  readonly open: () => Promise<Tables>;
  readonly close: () => Promise<void>;
}

const columns = ['id', 'n', 'at', 'note'];
const definition = `CREATE TABLE attestry.contract (id String, n UInt64, at DateTime64(3, 'UTC'), note Nullable(String))
ENGINE = MergeTree ORDER BY id`;
const odd = 'a\t"quoted"\\ \n \r\n ü 😀 {x:String} \\N \u0000';

const body = (...rows: readonly (readonly Cell[])[]): Buffer => encodeRows(rows);

/** Contract of a lane to the tables, in this process or over HTTP. */
export function testTables(name: string, start: () => Promise<TablesUnderTest>): void {
  const test = suite<{ tested: TablesUnderTest; tables: Tables }>(name);
  test.before(async (context) => {
    context.tested = await start();
    context.tables = await context.tested.open();
    await context.tables.command(definition);
  });
  test.after(async ({ tested, tables }) => {
    await tables.close();
    await tested.close();
  });

  test('an insert is refused as a whole: an unknown column, a missing or extra value, an invalid value, a forbidden null', async ({
    tables,
  }) => {
    const good = ['b', '1', 0, null];
    const refused: readonly (readonly [string, readonly string[], Buffer])[] = [
      ['a column that is none', ['id', 'n', 'at', 'missspelt'], body(good)],
      ['a value too few', columns, body(good, ['c', '1', 0])],
      ['a value too many', columns, body(good, ['c', '1', 0, null, 'extra'])],
      ['a text for a number', columns, body(good, ['c', 'many', 0, null])],
      ['null for a text', columns, body(good, [null, '1', 0, null])],
      ['a line that is no JSON', columns, Buffer.concat([body(good), Buffer.from('not json\n')])],
    ];
    for (const [what, names, rows] of refused) {
      const error = await failureOf(tables.insert('attestry.contract', names, rows));
      assert.ok(engineCode(error) !== null, `${what}: ${String(error)}`);
      assert.not.instance(error, RetryableError, what);
    }
    assert.equal(await tables.query('SELECT count() AS n FROM attestry.contract'), [{ n: '0' }]);
  });

  test('inserted values are read back: large integers exactly, instants as milliseconds, any text', async ({
    tables,
  }) => {
    const row = ['odd', '18446744073709551615', 1_700_000_000_123, odd];
    await tables.insert('attestry.contract', columns, body(row, ['null', '0', 0, null]));
    const read = 'SELECT id, n, toUnixTimestamp64Milli(at) AS at, note FROM attestry.contract WHERE id = {id:String}';
    assert.equal(await tables.query(read, { id: 'odd' }), [
      { id: 'odd', n: '18446744073709551615', at: '1700000000123', note: odd },
    ]);
    assert.equal(await tables.query(read, { id: 'null' }), [{ id: 'null', n: '0', at: '0', note: null }]);
    assert.equal(await tables.query(read, { id: 'unknown' }), []);
    assert.equal(await tables.query('SELECT at FROM attestry.contract WHERE note = {note:String}', { note: odd }), [
      { at: '2023-11-14 22:13:20.123' },
    ]);
  });

  test('the next query sees an insert', async ({ tables }) => {
    const sql = 'SELECT count() AS n FROM attestry.contract WHERE id = {id:String}';
    for (let index = 0; index < 5; index += 1) {
      await tables.insert('attestry.contract', columns, body([`seen-${index}`, '1', 1, null]));
      assert.equal(await tables.query(sql, { id: `seen-${index}` }), [{ n: '1' }]);
    }
  });

  test('parameters: parallel queries, instants, a long list, a missing value', async ({ tables }) => {
    const ask = async (value: string): Promise<void> => {
      assert.equal(await tables.query('SELECT {value:String} AS value', { value }), [{ value }]);
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => ask(`query ${index}`)));
    const at = { at: 1_700_000_000_123 };
    assert.equal(await tables.query("SELECT {at:DateTime64(3, 'UTC')} AS at", at), [{ at: '2023-11-14 22:13:20.123' }]);
    const ids = Array.from({ length: 5_000 }, (_, index) => `changes/identifier-number-${index}`);
    assert.equal(await tables.query('SELECT length({ids:Array(String)}) AS n', { ids }), [{ n: '5000' }]);
    const error = await failureOf(tables.query('SELECT {value:String} AS value'));
    assert.ok(error instanceof Error && !(error instanceof RetryableError), 'asking again would not help');
  });

  test('a timeout is retryable, an invalid query is not', async ({ tables }) => {
    const slow =
      'SELECT sum(sleepEachRow(0.01)) FROM numbers(100000) SETTINGS max_execution_time = 0.05, max_block_size = 1';
    assert.instance(await failureOf(tables.query(slow)), RetryableError);
    for (const wrong of ['SELECT nothing', 'SELECT 1 FROM attestry.nothing', 'SELEC 1']) {
      const error = await failureOf(tables.query(wrong));
      assert.ok(engineCode(error) !== null && !(error instanceof RetryableError), wrong);
    }
    assert.ok(engineCode(await failureOf(tables.command('DROP TABLE attestry.nothing'))) !== null);
  });

  test('a closed lane has finished its queries and rejects further ones', async ({ tested, tables }) => {
    const lane = await tested.open();
    const last = lane.insert('attestry.contract', columns, body(['last', '7', 1, null]));
    const slow = lane.query('SELECT sleep(0.3) AS slept');
    await lane.close();
    await last;
    assert.equal(await slow, [{ slept: 0 }]);
    assert.match(String(await failureOf(lane.query('SELECT 1'))), /closed/);
    assert.match(String(await failureOf(lane.command('SELECT 1'))), /closed/);
    assert.match(String(await failureOf(lane.insert('attestry.contract', columns, body()))), /closed/);
    assert.equal(await tables.query("SELECT n FROM attestry.contract WHERE id = 'last'"), [{ n: '7' }]);
  });

  test.run();
}
