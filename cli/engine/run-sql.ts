import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../infra/config/config.ts';
import { UsageError } from '../../infra/errors.ts';
import { responseHead } from '../../infra/fetch/response-head.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { tablesSocket } from './data-directory.ts';
import { connectTables } from './tables-client.ts';

/**
 * Runs one read-only query over the socket of the running service, and writes the answer in a format of ClickHouse.
 * Throws UsageError for tables on a server, CommandFailed when no service runs or the engine refuses the query.
 */
export async function runSql(config: Config, sql: string, format: string, to: NodeJS.WritableStream): Promise<void> {
  if (config.clickhouseUrl !== null) {
    throw new UsageError(
      'the tables are on a ClickHouse server: query them there, with clickhouse-client or over HTTP, as a user who may only read',
    );
  }
  if ((await connectTables(config)) === null) {
    throw new CommandFailed(`no service runs on ${config.dataDir}: start attestry up, whose tables this command reads`);
  }
  const path = `/?${new URLSearchParams([['default_format', format]]).toString()}`;
  const outgoing = request({
    socketPath: tablesSocket(config),
    method: 'POST',
    path,
    agent: false,
    headers: { host: 'localhost' },
  });
  outgoing.end(sql);
  const answer = await responseHead(outgoing);
  if (answer.statusCode !== 200) throw new CommandFailed((await text(answer)).trim());
  await pipeline(answer, to, { end: false });
}

/** The same as lines of JSON arrays: names, then rows. */
export async function rowsOfSql(
  config: Config,
  sql: string,
): Promise<{ readonly header: readonly string[]; readonly rows: readonly (readonly unknown[])[] }> {
  const { PassThrough } = await import('node:stream');
  const through = new PassThrough();
  const chunks: Buffer[] = [];
  through.on('data', (chunk: Buffer) => chunks.push(chunk));
  await runSql(config, sql, 'JSONCompactEachRowWithNames', through);
  const lines = Buffer.concat(chunks).toString('utf8').split('\n');
  const [header = [], ...rows] = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown[]);
  return { header: header.map(String), rows };
}
