import { renameSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tablesSocket } from '../../../cli/engine/open-engine.ts';
import {
  connectTables,
  fetchesPath,
  lastFetches,
  refreshCaches,
  ServiceNotRunning,
} from '../../../cli/engine/tables-client.ts';
import { messageOf } from '../harness.ts';
import { newConfig, service, serving } from './tables-socket.ts';

const read = async (request: Parameters<RequestListener>[0]): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

test('no socket, and a socket without a listener: no service runs', async () => {
  const config = newConfig();
  assert.is(await connectTables(config), null);
  await refreshCaches(config);
  const socket = tablesSocket(config);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  // A killed service leaves its socket file behind; closing would remove it.
  renameSync(socket, `${socket}.kept`);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  renameSync(`${socket}.kept`, socket);
  assert.ok(statSync(socket).isSocket());
  assert.is(await connectTables(config), null);
  await refreshCaches(config);
});

test('values travel as parameters beside the SQL, rows come back one a line', async () => {
  const config = newConfig();
  const asked: string[] = [];
  const answer = service((request, response) => {
    read(request).then((sql) => {
      asked.push(request.url ?? '', sql);
      response.end('{"a":1}\n{"a":"two\\nlines"}\n');
    }, String);
  });
  await serving(config, answer, async () => {
    const tables = await connectTables(config);
    const rows = await tables?.query('SELECT {x:String}', { x: "a'b&c=d\n" });
    assert.equal(rows, [{ a: 1 }, { a: 'two\nlines' }]);
  });
  const url = new URL(asked[0] ?? '', 'http://localhost');
  assert.is(url.searchParams.get('param_x'), "a'b&c=d\n");
  assert.is(url.searchParams.get('default_format'), 'JSONEachRow');
  assert.is(asked[1], 'SELECT {x:String}');
});

test('last fetches come from the running service, and are unknown without one', async () => {
  const config = newConfig();
  assert.is(await lastFetches(config), null);
  const failed = { feed: 'un-sc', at: 1, ok: false, message: 'http_error: 503', nextAt: 2 };
  const asked: string[] = [];
  const answer = service((request, response) => {
    asked.push(request.url ?? '');
    response.end(JSON.stringify([failed]));
  });
  await serving(config, answer, async () => assert.equal(await lastFetches(config), [failed]));
  assert.equal(asked, [fetchesPath]);
});

test('a query that the service refuses is an error with its message', async () => {
  const config = newConfig();
  const refusing = service((_, response) => response.writeHead(400).end('Code: 62. Syntax error\n'));
  await serving(config, refusing, async () => {
    const tables = await connectTables(config);
    const message = await messageOf(tables?.query('SELEC') ?? Promise.resolve());
    assert.is(message, "the service's tables answered 400: Code: 62. Syntax error");
  });
});

test('a service that goes away in the middle of an answer is an error', async () => {
  const config = newConfig();
  const dying = service((request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"a":1}\n', () => request.socket.destroy());
  });
  await serving(config, dying, async () => {
    const tables = await connectTables(config);
    const failure = tables?.query('SELECT 1') ?? Promise.resolve([]);
    const ended = await failure.then(
      () => 'rows',
      (error: unknown) => error,
    );
    assert.instance(ended, ServiceNotRunning);
  });
});

test('a service that goes away before the request counts as not running', async () => {
  const config = newConfig();
  const answer = service((request) => request.socket.destroy());
  await serving(config, answer, async (server) => {
    const tables = await connectTables(config);
    assert.ok(tables);
    server.on('connection', (socket) => socket.destroy());
    server.closeAllConnections();
    for (let turn = 0; turn < 20; turn += 1) {
      const failure = await tables.query(`SELECT '${'x'.repeat(1_000_000)}'`).catch((error: unknown) => error);
      assert.instance(failure, ServiceNotRunning, String(failure));
    }
  });
});

test('a data directory whose path is too long for a socket has one in the temporary directory', async () => {
  const config = newConfig('d'.repeat(60) + '/' + 'e'.repeat(60));
  const path = tablesSocket(config);
  assert.ok(Buffer.byteLength(path) <= 100, path);
  assert.is(dirname(path), tmpdir());
  assert.is.not(path, tablesSocket(newConfig('d'.repeat(60) + '/' + 'f'.repeat(60))), 'each directory has its own');
  const short = newConfig();
  assert.is(dirname(tablesSocket(short)), short.dataDir);
  const answer = service((_, response) => response.end('{"a":1}\n'));
  await serving(config, answer, async () => {
    assert.ok(statSync(path).isSocket());
    assert.equal(await (await connectTables(config))?.query('SELECT 1'), [{ a: 1 }]);
  });
});

test('a refresh request reaches the API, and its refusal is reported', async () => {
  const config = newConfig();
  const asked: string[] = [];
  const answer: RequestListener = (request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(asked.length === 1 ? 200 : 500).end('Error: no tables\n');
  };
  await serving(config, answer, async () => {
    await refreshCaches(config);
    assert.match(await messageOf(refreshCaches(config)), /answered 500: Error: no tables/);
  });
  assert.equal(asked, ['POST /caches/refresh', 'POST /caches/refresh']);
});

test('each request has a connection of its own: one that the service closes as idle is not taken for the end of the service', async () => {
  const config = newConfig();
  const used = new WeakSet<object>();
  const closing: RequestListener = (request, response) => {
    // As a request that crosses the end of an idle connection.
    if (used.has(request.socket)) request.socket.destroy();
    else response.end('Ok.\n');
    used.add(request.socket);
  };
  await serving(config, closing, async () => {
    for (let call = 0; call < 3; call += 1) assert.ok((await connectTables(config)) !== null);
  });
});

test.run();
