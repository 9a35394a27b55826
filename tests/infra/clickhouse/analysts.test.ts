import { gunzipSync, gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { typedEngineError } from '../../../infra/clickhouse/engine-errors.ts';
import { fromEngine } from '../../../infra/clickhouse/http-endpoint/errors.ts';
import { queries } from './analyst-queries.ts';
import { type SqlServer, startSqlServer } from './sql-server.ts';

let server: SqlServer;
test.before(async () => {
  server = await startSqlServer({ full: false });
});
test.after(() => server.close());

for (const [sql, expected] of queries) {
  test(`an analyst runs: ${sql}`, async () => {
    const reply = await server.run(sql);
    assert.is(reply.status, 200, reply.text);
    if (typeof expected === 'string') assert.is(reply.text, expected);
    else assert.match(reply.text, expected);
  });
}

test('GET ?query= works, and query and body are joined by a line break', async () => {
  assert.is((await server.ask({ search: { query: 'SELECT 1 FORMAT JSONCompactEachRow' } })).text, '[1]\n');
  const joined = await server.ask({ method: 'POST', search: { query: 'SELECT count() FROM' }, body: 'changes' });
  assert.is(joined.text, '200\n');
});

test('binary formats pass through byte for byte', async () => {
  const native = await server.run('SELECT 1 AS check FORMAT Native');
  assert.equal(native.bytes, Buffer.from('010105636865636b0555496e743801', 'hex'));
  const parquet = await server.run('SELECT * FROM changes', { default_format: 'Parquet' });
  assert.is(parquet.bytes.subarray(0, 4).toString(), 'PAR1');
  assert.is(parquet.bytes.subarray(-4).toString(), 'PAR1');
  const arrow = await server.run('SELECT id FROM changes FORMAT Arrow');
  assert.is(arrow.bytes.subarray(0, 6).toString(), 'ARROW1');
  assert.is(arrow.headers['content-type'], 'application/octet-stream');
});

test('the format comes from the query, else X-ClickHouse-Format, else default_format, else TabSeparated', async () => {
  const headers = { 'X-ClickHouse-Format': 'CSV' };
  const ask = { method: 'POST', search: { default_format: 'JSONEachRow' }, headers };
  assert.is((await server.ask({ ...ask, body: "SELECT 'a' FORMAT TSV" })).text, 'a\n');
  assert.is((await server.ask({ ...ask, body: "SELECT 'a'" })).text, '"a"\n');
  assert.is((await server.run("SELECT 'a' AS x", { default_format: 'JSONEachRow' })).text, '{"x":"a"}\n');
  const unknown = await server.run('SELECT 1 FORMAT Nonsense');
  assert.is(unknown.status, 400);
  assert.is(unknown.headers['x-clickhouse-exception-code'], '73');
});

test('query parameters are bound as values', async () => {
  const search = { param_asset: "asset-1' OR 1=1 --", param_ids: "['change-1','change-2']", param_n: '\\N' };
  const sql =
    'SELECT {asset:String}, count(), {n:Nullable(UInt8)} IS NULL FROM changes WHERE id IN {ids:Array(String)}';
  assert.is((await server.run(sql, search)).text, "asset-1\\' OR 1=1 --\t2\t1\n");
  const missing = await server.run('SELECT {asset:String}');
  assert.is(missing.status, 400);
  assert.match(missing.text, /^Code: 456\. DB::Exception: .*UNKNOWN_QUERY_PARAMETER/);
});

test('gzip and chunked request bodies are decoded; long replies are gzipped for clients that accept it', async () => {
  const body = gzipSync('SELECT count() FROM changes');
  assert.is((await server.ask({ method: 'POST', headers: { 'Content-Encoding': 'gzip' }, body })).text, '200\n');
  const chunked = { 'Transfer-Encoding': 'chunked' };
  assert.is(
    (await server.ask({ method: 'POST', headers: chunked, body: 'SELECT count() FROM changes' })).text,
    '200\n',
  );
  const sql = 'SELECT * FROM changes ORDER BY revision';
  const headers = { 'Accept-Encoding': 'lz4, zstd, gzip' };
  const packed = await server.ask({ method: 'POST', search: { enable_http_compression: '1' }, headers, body: sql });
  assert.is(packed.headers['content-encoding'], 'gzip');
  assert.is(gunzipSync(packed.bytes).toString('utf8'), (await server.run(sql)).text);
});

test('parameters about sessions, progress and client version are ignored', async () => {
  const search = {
    session_id: 's-1',
    client_protocol_version: '54454',
    send_progress_in_http_headers: '1',
    http_headers_progress_interval_ms: '120000',
    wait_end_of_query: '1',
    buffer_size: '10',
    query_id: 'mine',
    database: 'attestry',
    user: 'default',
    password: '',
  };
  const reply = await server.run('SELECT 1', search);
  assert.is(reply.text, '1\n');
  assert.is(reply.headers['x-clickhouse-query-id'], 'mine');
});

test('output settings work, limits can be lowered and not raised, and neither affects the next request', async () => {
  const sql = 'SELECT toUInt64(1) AS n FORMAT JSONEachRow';
  assert.is((await server.run(sql, { output_format_json_quote_64bit_integers: '0' })).text, '{"n":1}\n');
  assert.is((await server.run(sql)).text, '{"n":"1"}\n');
  const lowered = await server.run('SELECT * FROM changes', { max_result_rows: '10' });
  assert.is(lowered.headers['x-clickhouse-exception-code'], '396');
  const limit = "SELECT value FROM system.settings WHERE name = 'max_result_rows'";
  assert.is((await server.run(limit, { max_result_rows: '0' })).text, '1000000\n');
  assert.is((await server.run(limit, { max_result_rows: '99999999' })).text, '1000000\n');
});

test('replies have the headers that clients read', async () => {
  const { headers } = await server.run('SELECT count() FROM changes');
  assert.is(headers['x-clickhouse-server-display-name'], 'attestry');
  assert.is(headers['x-clickhouse-query-id'], 'query-1');
  assert.is(headers['x-clickhouse-format'], 'TabSeparated');
  assert.is(headers['x-clickhouse-timezone'], 'UTC');
  const summary = JSON.parse(String(headers['x-clickhouse-summary'])) as Record<string, string>;
  assert.ok(Number(summary['elapsed_ns']) > 0);
});

test('/ping and /replicas_status answer, as does / without a query; other paths do not exist', async () => {
  for (const path of ['/ping', '/replicas_status', '/']) {
    const reply = await server.ask({ path });
    assert.equal([reply.status, reply.text], [200, 'Ok.\n'], path);
  }
  assert.is((await server.ask({ path: '/play' })).status, 404);
});

test('user default without a password may sign in by any of the three ways', async () => {
  const basic = `Basic ${Buffer.from('default:').toString('base64')}`;
  for (const headers of [{ Authorization: basic }, { 'X-ClickHouse-User': 'default', 'X-ClickHouse-Key': '' }]) {
    assert.is((await server.ask({ method: 'POST', headers, body: 'SELECT 1' })).status, 200);
  }
});

test('a configured host is served', async () => {
  const reply = await server.ask({ method: 'POST', headers: { Host: 'tables.example:8123' }, body: 'SELECT 1' });
  assert.is(reply.status, 200);
});

test('errors of the engine keep their code and message', async () => {
  const reply = await server.run('SELECT assset_id FROM changes');
  assert.is(reply.status, 404);
  assert.is(reply.headers['x-clickhouse-exception-code'], '47');
  assert.match(
    reply.text,
    /^Code: 47\. DB::Exception: Unknown expression identifier `assset_id`.*\(UNKNOWN_IDENTIFIER\)/,
  );
  assert.match(reply.text, /\(version \d+\./);
});

test('an error of the engine about a time limit is answered with 408', () => {
  const over = typedEngineError(Object.assign(new Error('Code: 159. DB::Exception: late'), { clickhouseCode: 159 }));
  assert.equal([fromEngine(over)?.code, fromEngine(over)?.status], [159, 408]);
});

test('nothing unexpected was logged', () => {
  assert.equal(server.logged, []);
});

test.run();
