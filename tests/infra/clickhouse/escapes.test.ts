import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { outputSettings } from '../../../infra/clickhouse/http-endpoint/output-settings.ts';
import { escapes } from './escape-attempts.ts';
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
  assert.equal(readdirSync(dirname(server.directory)), ['tables']);
  assert.is(baitRequests, 0);
  assert.equal(server.logged, []);
  const [row] = await server.engine.api.query('SELECT count() AS n FROM attestry.store_changes');
  assert.equal(row, { n: '200' });
});

test.run();
