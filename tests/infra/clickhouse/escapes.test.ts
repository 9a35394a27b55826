import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { outputSettings } from '../../../infra/clickhouse/http-endpoint/output-settings.ts';
import { type Reply, secret, type SqlServer, startSqlServer } from './sql-server.ts';

let server: SqlServer;
/** A server that a successful attack would contact, through `url()` and the like. */
let bait: Server;
let baitRequests = 0;
let baitUrl = '';
const target = join(tmpdir(), `attestry-escape-${process.pid}.out`);

test.before(async () => {
  server = await startSqlServer({ full: false });
  bait = createServer((_, response) => {
    baitRequests += 1;
    response.end('1\n');
  });
  await new Promise<void>((resolve) => bait.listen(0, '127.0.0.1', resolve));
  baitUrl = `http://127.0.0.1:${(bait.address() as AddressInfo).port}/x`;
});
test.after(async () => {
  bait.close();
  await server.close();
});

const assertRefused = (reply: Reply, statuses: readonly number[], what: string): void => {
  assert.ok(statuses.includes(reply.status), `${what}: ${reply.status} ${reply.text}`);
  assert.match(reply.text, /^Code: \d+\. DB::Exception: .+ \([A-Z_]+\)/, what);
  assert.ok(Number(reply.headers['x-clickhouse-exception-code']) > 0, what);
  assert.not.match(reply.text, new RegExp(secret), what);
  assert.not.match(reply.text, /root:/, what);
};

/** [HTTP status, code of ClickHouse, query]; `%TARGET%` is a file that must not appear, `%URL%` must not be fetched. */
const escapes: readonly (readonly [number, number, string])[] = [
  // Several statements
  [403, 164, 'SELECT 1; DROP TABLE attestry.store_changes'],
  [403, 164, 'SELECT 1;;SELECT 2'],
  [403, 164, 'SELECT 1 /* ; */; -- x\nDROP TABLE attestry.store_changes'],
  [403, 164, "SELECT '\\\\'; DROP TABLE attestry.store_changes --'"],
  [403, 164, "SELECT ''''; DROP TABLE attestry.store_changes --'"],
  // Other statements
  [403, 164, 'INSERT INTO attestry.store_changes SELECT * FROM attestry.changes'],
  [403, 164, 'DROP DATABASE attestry'],
  [403, 164, 'CREATE TEMPORARY TABLE t (a UInt8)'],
  [403, 164, 'SET readonly = 0'],
  [403, 164, 'EXPLAIN QUERY TREE SELECT 1'],
  [403, 164, 'SHOW TABLES'],
  [403, 164, 'DESCRIBE TABLE attestry.store_api_keys'],
  [403, 164, 'EXISTS TABLE attestry.store_api_keys'],
  [403, 164, 'USE system'],
  [403, 164, 'KILL QUERY WHERE 1'],
  [403, 164, 'SYSTEM FLUSH LOGS'],
  [403, 164, "BACKUP TABLE attestry.changes TO Disk('x', 'y')"],
  [403, 164, 'FROM attestry.store_api_keys SELECT *'],
  [403, 164, '1 + 1'],
  [403, 164, 'SELECT 1 PARALLEL WITH SELECT 2; SELECT 3'],
  // Files
  [403, 164, "SELECT 1 INTO OUTFILE '%TARGET%'"],
  [403, 164, "SELECT 1 iNtO/**/OuTfIlE '%TARGET%' TRUNCATE FORMAT CSV"],
  [403, 164, "SELECT 1 INTO -- x\n OUTFILE '%TARGET%'"],
  [403, 446, "SELECT * FROM file('/etc/passwd', 'LineAsString')"],
  [403, 446, "SELECT file('/etc/passwd')"],
  [403, 446, "SELECT FILE ('/etc/passwd')"],
  [403, 446, "SELECT `file`('/etc/passwd')"],
  [403, 446, 'SELECT "file" /* x */ (\'/etc/passwd\')'],
  [403, 446, "SELECT arrayMap(file, ['/etc/passwd'])"],
  [403, 446, "SELECT * APPLY file FROM (SELECT '/etc/passwd')"],
  [403, 446, "SELECT * APPLY(upper) FROM (SELECT 'a')"],
  [403, 446, "WITH f AS (SELECT 1) SELECT toUInt8((SELECT * FROM file('/etc/passwd', 'LineAsString') LIMIT 1))"],
  [404, 60, 'SELECT * FROM `/etc/passwd`'],
  [403, 497, 'SELECT * FROM default.`/etc/passwd`'],
  [403, 446, "SELECT * FROM filesystem('/etc')"],
  [403, 446, "SELECT * FROM sqlite('%TARGET%', 't')"],
  // Network and programs
  [403, 446, "SELECT * FROM url('%URL%', 'CSV', 'a String')"],
  [403, 446, "SELECT (SELECT count() FROM url('%URL%', 'CSV', 'a String'))"],
  [403, 446, "SELECT * FROM s3('%URL%', 'CSV', 'a String')"],
  [403, 446, "SELECT * FROM remote('127.0.0.1', 'attestry', 'store_api_keys')"],
  [403, 446, "SELECT * FROM remoteSecure('127.0.0.1', attestry.store_api_keys)"],
  [403, 446, "SELECT * FROM cluster('default', 'attestry', 'store_api_keys')"],
  [403, 446, "SELECT * FROM executable('sh', 'TSV', 'a String')"],
  [403, 446, "SELECT * FROM mysql('127.0.0.1:3306', 'a', 'b', 'c', 'd')"],
  [403, 446, 'SELECT hostName()'],
  [403, 446, 'SELECT hostname()'],
  [403, 446, 'SELECT FQDN()'],
  [403, 446, 'SELECT fullHostName()'],
  [403, 446, 'SELECT displayName()'],
  [403, 446, 'SELECT arrayMap(x -> hostName(), [1])'],
  [403, 446, "SELECT aiGenerate('x')"],
  [403, 446, "SELECT * FROM input('a UInt8')"],
  // Indirect access to tables
  [403, 446, "SELECT * FROM merge('attestry', '^store_api')"],
  [403, 446, 'SELECT * FROM loop(attestry.changes)'],
  [403, 446, 'SELECT * FROM view(SELECT * FROM attestry.changes)'],
  [403, 446, "SELECT * FROM viewExplain('EXPLAIN', '', (SELECT 1))"],
  [403, 446, "SELECT * FROM dictionary('attestry.d')"],
  [403, 446, "SELECT dictGet('attestry.d', 'secret', 1)"],
  [403, 446, "SELECT joinGet('attestry.store_api_keys', 'secret_hash', 'key-1')"],
  [403, 446, "SELECT * FROM mergeTreeIndex('attestry', 'store_api_keys')"],
  [403, 446, "SELECT hasColumnInTable('attestry', 'store_api_keys', 'secret_hash')"],
  [403, 446, "SELECT * FROM eval('SELECT 1')"],
  [403, 446, 'SELECT sleep(3)'],
  [403, 446, "SELECT logTrace('x')"],
  // Hidden tables
  [403, 497, 'SELECT * FROM attestry.store_api_keys'],
  [403, 497, 'SELECT * FROM store_api_keys'],
  [403, 497, 'SELECT * FROM attestry . /* x */ "store_api_keys"'],
  [403, 497, 'SELECT * FROM `attestry`.`store_api_keys`'],
  [403, 497, 'SELECT * FROM api_keys_view'],
  [403, 497, 'SELECT store_api_keys.secret_hash FROM changes'],
  [403, 497, 'SELECT * FROM changes WHERE id IN (SELECT secret_hash FROM attestry.store_api_keys)'],
  [403, 497, "SELECT 'x' IN attestry.store_api_keys"],
  [403, 497, 'SELECT * FROM changes WHERE EXISTS (SELECT 1 FROM store_api_keys)'],
  [403, 497, 'SELECT (SELECT any(secret_hash) FROM store_api_keys)'],
  [403, 497, 'SELECT toUInt8(assumeNotNull((SELECT secret_hash FROM store_api_keys)))'],
  [403, 497, "SELECT throwIf((SELECT secret_hash FROM store_api_keys) LIKE 'c%', 'yes')"],
  [403, 497, 'SELECT * FROM changes JOIN store_api_keys ON 1 = 1'],
  [403, 497, 'SELECT x FROM changes ARRAY JOIN (SELECT groupArray(secret_hash) FROM store_api_keys) AS x'],
  [403, 497, 'WITH changes AS (SELECT * FROM store_api_keys) SELECT * FROM changes'],
  [403, 497, 'WITH attestry AS (SELECT 1) SELECT * FROM attestry.store_api_keys'],
  [403, 497, 'SELECT 1 UNION ALL SELECT secret_hash FROM attestry.store_api_keys'],
  // Directories of the host, also in errors of scalar subqueries, which the engine evaluates while it parses
  [403, 497, 'SELECT data_path FROM system.databases'],
  [403, 497, 'SELECT "Data_Paths" FROM system.tables'],
  [403, 497, 'SELECT metadata_path FROM system.tables'],
  [403, 497, 'SELECT * FROM system.databases'],
  [403, 497, 'SELECT * FROM "system" . `databases`'],
  [403, 497, 'SELECT t.* FROM system.tables AS t'],
  [403, 497, 'SELECT name, * EXCEPT (name) FROM system.tables'],
  [403, 497, "SELECT COLUMNS('path') FROM system.tables"],
  [403, 497, 'WITH d AS (SELECT * FROM system.databases) SELECT name FROM d'],
  [403, 497, 'SELECT toUInt8(assumeNotNull((SELECT any(data_path) FROM system.databases)))'],
  [403, 497, 'SELECT toUInt8(tupleElement(assumeNotNull((SELECT tuple(*) FROM system.databases LIMIT 1)), 3))'],
  [403, 497, 'SELECT assumeNotNull((SELECT groupArray(tuple(*)) FROM system.tables))[1].6'],
  [403, 497, 'SELECT count(*), max(*) FROM system.tables'],
  [403, 497, 'SELECT * FROM system.users'],
  [403, 497, 'SELECT * FROM system.query_log'],
  [403, 497, 'SELECT * FROM system.processes'],
  [403, 497, 'SELECT * FROM SYSTEM.parts'],
  [403, 497, 'SELECT * FROM information_schema.tables'],
  [403, 497, 'SELECT * FROM INFORMATION_SCHEMA.COLUMNS'],
  [403, 497, 'SELECT * FROM _temporary_and_external_tables.t'],
  // A table function with the name of a harmless function, and recursion through a temporary table
  [403, 164, "SELECT * FROM format(JSONEachRow, '{}')"],
  [403, 497, 'WITH RECURSIVE r AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM r WHERE x < 5) SELECT * FROM r'],
  // Text that two tokenizers could split in two ways
  [400, 62, 'SELECT * FROM "store\\x5fapi_keys"'],
  [400, 62, 'SELECT * FROM `store``_api_keys`'],
  [400, 62, 'SELECT * FROM “store_api_keys”'],
  [400, 62, 'SELECT ‘a’'],
  [400, 62, "SELECT $a$ x $a$, 'y'"],
  [400, 62, "SELECT x'41'"],
  [400, 62, 'SELECT 1 /* a /* b */ , 2 */'],
  [400, 62, "SELECT 'never closed"],
  [400, 62, 'SELECT 1 /* never closed'],
  [400, 62, 'SELECT\u00a01'],
  [400, 62, 'SELECT 1FROM changes'],
  [400, 62, 'SELECT @@version'],
  [400, 62, 'SELECT * FROM {t:Map'],
  [400, 62, '   '],
  [400, 62, ''],
  [400, 62, '-- only a comment'],
  // Settings
  [403, 164, 'SELECT 1 SETTINGS readonly = 0'],
  [403, 164, 'SELECT * FROM (SELECT 1 SETTINGS/**/max_execution_time=0)'],
  [403, 164, 'SELECT 1 FORMAT CSV SETTINGS max_result_rows = 0'],
  [403, 164, 'SELECT 1 SETTINGS allow_introspection_functions'],
  [403, 164, 'SELECT * FROM (SELECT 1 SETTINGS log_queries, max_execution_time = 0)'],
  [403, 164, 'SELECT * FROM (SELECT 1 SETTINGS log_queries, readonly = 0)'],
  [403, 164, "SELECT * FROM (SELECT name FROM system.tables SETTINGS log_queries, additional_table_filters = '')"],
  [403, 164, 'SELECT * FROM (SELECT 1 settings "log_queries")'],
  [403, 164, 'SELECT * FROM (SELECT * FROM system.settings SETTINGS log_queries)'],
  [403, 164, 'SELECT * FROM (SELECT 1 AS x FROM system.one AS t ORDER BY t.dummy SETTINGS log_queries)'],
  // Formats
  [400, 73, 'SELECT 1 FORMAT AvroConfluent'],
  [400, 73, 'SELECT 1 FORMAT Template'],
];

for (const [status, code, text] of escapes) {
  test(`refused with ${status} and code ${code}: ${text}`, async () => {
    const sql = text.replace('%TARGET%', target).replace('%URL%', baitUrl);
    const reply = await server.run(sql);
    assertRefused(reply, [status], sql);
    assert.is(reply.headers['x-clickhouse-exception-code'], String(code), reply.text);
  });
}

test('parameters cannot name tables or carry SQL', async () => {
  const identifier = await server.run('SELECT * FROM {t:Identifier}', { param_t: 'store_api_keys' });
  assertRefused(identifier, [403], 'Identifier');
  const lowerCase = await server.run('SELECT * FROM attestry.{t: identifier}', { param_t: 'store_api_keys' });
  assertRefused(lowerCase, [403], 'identifier');
  const odd = await server.run('SELECT 1', { "param_a='1', readonly": '0' });
  assertRefused(odd, [400], 'odd name');
  const quoted = await server.run('SELECT {a:String} AS a', { param_a: "x'; DROP TABLE attestry.store_changes; --" });
  assert.is(quoted.text, "x\\'; DROP TABLE attestry.store_changes; --\n");
  const backslash = await server.run("SELECT {a:String} AS a, 'b'", { param_a: '\\\\' });
  assert.is(backslash.text, '\\\\\tb\n');
});

test('settings beyond the harmless ones are refused by name', async () => {
  const refused = {
    readonly: '0',
    additional_table_filters: '{}',
    enable_analyzer: '0',
    allow_ddl: '1',
    output_format_schema: target,
    format_template_row: '/etc/passwd',
    'max_threads = 1, readonly': '0',
  };
  for (const [name, value] of Object.entries(refused)) {
    assertRefused(await server.run('SELECT 1', { [name]: value }), [403], name);
  }
  const unknown = await server.run('SELECT 1', { output_format_nonsense: "1', readonly = '0" });
  assertRefused(unknown, [403], 'unknown output setting');
});

test('settings are whole numbers, flags or words: the engine takes 0.0000001 as 0, which is no limit', async () => {
  const refused: readonly (readonly [string, string])[] = [
    ['max_execution_time', '0.0000001'],
    ['max_execution_time', '1e-9'],
    ['max_execution_time', '-1'],
    ['max_execution_time', ''],
    ['max_memory_usage', '1.5'],
    ['max_result_rows', '0x10'],
    ['max_block_size', '1e3'],
    ['limit', '1 '],
    ['output_format_pretty_max_rows', '18446744073709551615'],
    ['output_format_json_quote_64bit_integers', '2'],
    ['output_format_pretty_grid_charset', "'; --"],
  ];
  for (const [name, value] of refused) {
    assertRefused(await server.run('SELECT 1', { [name]: value }), [400], `${name}=${value}`);
  }
  const endless = { output_format_pretty_squash_consecutive_ms: '18446744073709551615' };
  assertRefused(await server.run('SELECT 1 FORMAT PrettyCompact', endless), [403], 'squash');
  const kept = { max_execution_time: '0', max_memory_usage: '99999999999', output_format_pretty_max_rows: '5' };
  assert.is((await server.run('SELECT 1', kept)).text, '1\n');
});

test('every output setting that is accepted exists in the engine', async () => {
  const { text } = await server.run("SELECT name FROM system.settings WHERE name LIKE 'output_format_%'");
  const known = new Set(text.trim().split('\n'));
  assert.equal(
    Object.keys(outputSettings).filter((name) => !known.has(name)),
    [],
  );
});

test('functions on polygons are refused: the memory limit does not count what they take', async () => {
  const { text } = await server.run(
    "SELECT name FROM system.functions WHERE name ILIKE '%polygon%' AND name NOT ILIKE 'readW%'",
  );
  const names = text
    .trim()
    .split('\n')
    .filter((name) => name !== 'pointInPolygon');
  assert.ok(names.length > 15);
  for (const name of names) {
    assertRefused(
      await server.run(`SELECT ${name}([[[(0., 0.), (0., 5.), (5., 5.)]]], [[[(1., 1.), (1., 6.), (6., 6.)]]])`),
      [403],
      name,
    );
  }
});

test('limits end a query that exceeds them', async () => {
  assertRefused(await server.run('SELECT number FROM numbers(2000000)'), [400], 'rows');
  const memory = 'SELECT groupArray(toString(number)) FROM numbers(100000000)';
  assertRefused(await server.run(memory), [500], 'memory');
  const deep = ['SELECT ', '('.repeat(5000), '1', ')'.repeat(5000)].join('');
  assertRefused(await server.run(deep), [400], 'depth');
});

test('a page in a browser cannot use the port: other Host, any Origin, Sec-Fetch-Site', async () => {
  const pages: readonly Readonly<Record<string, string>>[] = [
    { Host: 'evil.example' },
    { Host: 'localhost.evil.example:8123' },
    { Host: '127.0.0.1.nip.io' },
    { Origin: 'http://localhost:3000' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-origin' },
  ];
  for (const headers of pages) {
    for (const path of ['/', '/ping']) {
      const reply = await server.ask({ path, search: { query: 'SELECT 1' }, headers });
      assertRefused(reply, [403], JSON.stringify(headers));
      assert.is(reply.headers['access-control-allow-origin'], undefined);
    }
  }
  assertRefused(await server.ask({ method: 'OPTIONS', headers: { Origin: 'http://a.example' } }), [403], 'preflight');
});

test('a request without a Host is refused', async () => {
  const reply = await new Promise<string>((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.end('GET /?query=SELECT+1 HTTP/1.0\r\n\r\n'));
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  assert.match(reply, /^HTTP\/1\.1 403 /);
});

test('other methods are refused', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const reply = await server.ask({ method, search: { query: 'SELECT 1' } });
    assertRefused(reply, [405], method);
    assert.is(reply.headers['allow'], 'GET, HEAD, POST');
  }
});

test('another user, or any password, is refused', async () => {
  const basic = (text: string): Readonly<Record<string, string>> => ({
    Authorization: `Basic ${Buffer.from(text).toString('base64')}`,
  });
  const refused: readonly (readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>])[] = [
    [{ user: 'admin' }, {}],
    [{ password: 'x' }, {}],
    [{}, { 'X-ClickHouse-User': 'admin' }],
    [{}, { 'X-ClickHouse-Key': 'x' }],
    [{}, basic('admin:')],
    [{}, basic('default:x')],
    [{}, { Authorization: 'Bearer abc' }],
  ];
  for (const [search, headers] of refused) {
    const reply = await server.ask({ method: 'POST', search, headers, body: 'SELECT 1' });
    assertRefused(reply, [403], JSON.stringify([search, headers]));
    assert.is(reply.headers['x-clickhouse-exception-code'], '516');
  }
});

test('another database is refused', async () => {
  assertRefused(await server.run('SELECT * FROM users', { database: 'system' }), [404], 'database=system');
  const headers = { 'X-ClickHouse-Database': 'information_schema' };
  assertRefused(await server.ask({ method: 'POST', headers, body: 'SELECT * FROM tables' }), [404], 'header');
});

test('a body that cannot be decoded is refused, never read as an empty query', async () => {
  const search = { query: 'SELECT 1' };
  const post = (headers: Readonly<Record<string, string>>, body: Buffer | string): Promise<Reply> =>
    server.ask({ method: 'POST', search, headers, body });
  for (const encoding of ['lz4', 'zstd', 'br', 'deflate', 'gzip, gzip']) {
    assertRefused(await post({ 'Content-Encoding': encoding }, Buffer.from([4, 34, 77, 24])), [415], encoding);
  }
  assertRefused(await post({ 'Content-Encoding': 'gzip' }, 'not gzip'), [400], 'broken gzip');
  assertRefused(await post({ 'Content-Encoding': 'gzip' }, gzipSync('/* */').subarray(0, 12)), [400], 'cut gzip');
  assertRefused(await post({}, Buffer.from([0xff, 0xfe, 0x00])), [400], 'binary');
  assertRefused(await post({}, Buffer.from([0x00])), [400], 'zero byte');
  assertRefused(await post({ 'Content-Type': 'multipart/form-data; boundary=x' }, '--x--'), [415], 'multipart');
});

test('a body over 1 MiB is refused, also if it is compressed', async () => {
  assertRefused(await server.run('SELECT 1'.padEnd(1024 * 1024 + 1)), [413], 'plain');
  const headers = { 'Content-Encoding': 'gzip' };
  const bomb = gzipSync('SELECT 1'.padEnd(50 * 1024 * 1024));
  assertRefused(await server.ask({ method: 'POST', headers, body: bomb }), [413], 'packed');
});

test("ClickHouse's block compression is refused with what to set instead", async () => {
  const reply = await server.run('SELECT 1', { compress: '1' });
  assertRefused(reply, [400], 'compress');
  assert.match(reply.text, /compress=false/);
  assertRefused(await server.run('SELECT 1', { decompress: '1' }), [400], 'decompress');
});

test('the catalogue tables show the readable tables only', async () => {
  const names = async (sql: string): Promise<string> => (await server.run(sql)).text;
  assert.is(
    await names("SELECT count() FROM system.tables WHERE name LIKE 'store%' OR create_table_query LIKE '%api_keys%'"),
    '0\n',
  );
  assert.is(await names("SELECT count() FROM system.columns WHERE name = 'secret_hash'"), '0\n');
  assert.is(await names("SELECT count() FROM system.databases WHERE name NOT IN ('attestry', 'system')"), '0\n');
});

test('many concurrent queries are answered or refused with 503, and the next one works', async () => {
  const replies = await Promise.all(Array.from({ length: 40 }, () => server.run('SELECT count() FROM numbers(1000)')));
  for (const reply of replies) assert.ok([200, 503].includes(reply.status), reply.text);
  assert.is((await server.run('SELECT 1')).text, '1\n');
});

test('after all attacks: nothing was written, nothing was fetched, the tables are unchanged', async () => {
  assert.is(existsSync(target), false);
  assert.is(existsSync(join(process.cwd(), 'x')), false);
  assert.equal(readdirSync(server.directory), ['tables']);
  assert.is(baitRequests, 0);
  assert.equal(server.logged, []);
  const [row] = await server.engine.api.query('SELECT count() AS n FROM attestry.store_changes');
  assert.equal(row, { n: '200' });
});

test.run();
