/** `tables-server.ts FOLDER PORT`: serves the tables of a folder over HTTP, for reads and writes, until SIGTERM or SIGINT. */
import { createServer, type IncomingMessage } from 'node:http';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { Session } from 'chdb';
import { insertRows, openEngine, runRaw } from '../../infra/clickhouse/embedded/chdb-session.ts';
import { writeEngineConfig } from '../../infra/clickhouse/embedded/engine-config.ts';
import { callerRefusal } from '../../infra/clickhouse/http-endpoint/caller.ts';
import { clickhouseError, fromEngine } from '../../infra/clickhouse/http-endpoint/errors.ts';
import {
  errorReply,
  type HttpReply,
  queryReply,
  textReply,
  writeReply,
} from '../../infra/clickhouse/http-endpoint/reply.ts';
import { setParametersStatement, setStatement } from '../../infra/clickhouse/sql-text.ts';
import { workQueue } from '../../infra/async/work-queue.ts';

/** Each running query occupies a thread of libuv's pool. */
const queriesAtATime = 8;

const serverMemoryBytes = 3 * 1024 ** 3;

/** Protocol parameters that are not session settings, and settings of a cluster, which the embedded engine lacks. */
const noSettings =
  /^(?:query|query_id|database|user|password|default_format|wait_end_of_query|session_id|compress|decompress|enable_http_compression|role|param_.*|http_.*|send_progress.*|insert_quorum.*|select_sequential_consistency)$/;

async function serve(folder: string, port: number): Promise<void> {
  const data = join(folder, 'tables', 'data');
  mkdirSync(data, { recursive: true });
  const engine = await openEngine(
    data,
    writeEngineConfig(join(folder, 'tables'), { max_server_memory_usage: serverMemoryBytes }),
  );
  const queue = workQueue(
    Array.from({ length: queriesAtATime }, () => data),
    Number.POSITIVE_INFINITY,
  );
  const server = createServer({ maxHeaderSize: 1024 * 1024, keepAliveTimeout: 30_000 }, (message, response) => {
    answer(message, (settings, use) => queue.run((path) => withSession(path, settings, use)))
      .catch((error: unknown) => {
        const known = fromEngine(error);
        if (known !== null) return errorReply(known, '');
        console.error(error);
        return textReply(500, `${String(error)}\n`);
      })
      .then((reply) => writeReply(response, reply))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
    queue.close().then(
      () => {
        engine.close();
        process.exit(0);
      },
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

type WithSession = (prelude: readonly string[], use: (session: Session) => Promise<HttpReply>) => Promise<HttpReply>;

async function withSession(
  path: string,
  prelude: readonly string[],
  use: (session: Session) => Promise<HttpReply>,
): Promise<HttpReply> {
  const session = new Session(path);
  try {
    const statements = prelude.filter((statement) => statement !== '');
    if (statements.length > 0) await session.queryAsync(statements.join('; '));
    return await use(session);
  } finally {
    session.close();
  }
}

async function answer(message: IncomingMessage, within: WithSession): Promise<HttpReply> {
  const refusal = callerRefusal(message, []);
  if (refusal !== null) return errorReply(clickhouseError(497, refusal), '');
  const { pathname, searchParams: search } = new URL(message.url ?? '/', 'http://localhost');
  if (pathname === '/ping') return textReply(200, 'Ok.\n');
  const body = await bodyOf(message);
  const given = [...search];
  const settings = Object.fromEntries(given.filter(([name]) => !noSettings.test(name)));
  const parameters = Object.fromEntries(
    given.flatMap(([name, value]) => (name.startsWith('param_') ? [[name.slice('param_'.length), value]] : [])),
  );
  const useDatabase = search.get('database') === 'attestry' ? 'USE attestry' : 'USE default';
  return within([useDatabase, setStatement(settings), setParametersStatement(parameters)], async (session) => {
    const query = search.get('query') ?? '';
    const insert = /^\s*INSERT INTO ([\w.]+) \(([^)]*)\)\s+FORMAT JSONCompactEachRow\s*$/i.exec(query);
    if (insert?.[1] !== undefined) {
      const columns = (insert[2] ?? '').split(',').map((column) => column.trim().replaceAll('`', ''));
      await insertRows(session, insert[1], columns, body);
      return textReply(200, '');
    }
    const sql = [query, body.toString('utf8')].filter((part) => part.trim() !== '').join('\n');
    const named = /\bFORMAT\s+(\w+)\s*;?\s*$/i.exec(sql)?.[1];
    const format = named ?? search.get('default_format') ?? 'TabSeparated';
    const reply = await runRaw(session, sql, format);
    return queryReply({ ...reply, format, queryId: search.get('query_id') ?? '', gzip: false });
  });
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const packed = /gzip/i.test(message.headers['content-encoding'] ?? '');
  for await (const chunk of packed ? message.pipe(createGunzip()) : message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const [folder = '', port = ''] = process.argv.slice(2);
await serve(folder, Number(port));
