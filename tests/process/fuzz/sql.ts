/** SQL of analysts as fuzzed input: statements and settings against the real guard and the real engine. */
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { engines } from '../../../infra/clickhouse/owner/engine-name.ts';
import { analystLimits } from '../../../infra/clickhouse/http-endpoint/settings.ts';
import { type Reply, secret, type SqlServer } from '../../infra/clickhouse/sql-server.ts';
import type { FuzzedInput, Verdict } from './input.ts';
import { settings } from './sql-settings.ts';
import { statements } from './sql-statements.ts';

interface Query {
  /** `%FILE%` is a file of the host, `%URL%` a server, `%OUT%` a file that does not exist. */
  readonly sql: string;
  readonly settings: readonly (readonly [name: string, value: string])[];
}

export interface OpenSqlInput {
  readonly fuzzed: FuzzedInput<Query>;
  readonly close: () => Promise<void>;
}

const fileSecret = 'f11e5ecret';
/** Contents of the hidden table, of which the reply of an accepted statement must not depend. */
const hiddenRows = [`["a","${secret}"]`, `["b","${secret}0"]\n["c","${secret}1"]`] as const;

/** Only statements with such a name are judged under other rows, because each takes seconds. */
const mayReach = /hidden|merge|loop|view|remote|cluster/i;

/** @param server limited to what analysts may read; it is closed with the input */
export async function openSqlInput(server: SqlServer): Promise<OpenSqlInput> {
  const { sink } = server.engine;
  const file = join(server.directory, 'secret.txt');
  writeFileSync(file, `${fileSecret}\n`);
  let fetched = 0;
  const bait = createServer((_, response) => {
    fetched += 1;
    response.end('1\n');
  });
  await new Promise<void>((resolve) => bait.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(bait.address() as AddressInfo).port}/x`;
  const hide = async (state: 0 | 1): Promise<void> => {
    await sink.command('TRUNCATE TABLE attestry.store_hidden');
    await sink.insert('attestry.store_hidden', ['id', 'secret_hash'], Buffer.from(hiddenRows[state]));
    await seenByAnalysts(server, hiddenRows[state]);
  };
  await hide(0);
  const places = { '%FILE%': file, '%URL%': url, '%OUT%': join(server.directory, 'out') };
  const first = { tables: await tablesIn(server), files: filesIn(server) };

  const underOthers = async (ask: (sql: string) => Promise<Reply>, sql: string): Promise<Reply> => {
    await hide(1);
    const reply = await ask(sql);
    await hide(0);
    return reply;
  };
  const judge = async ({ sql, settings: given }: Query): Promise<Verdict> => {
    const text = Object.entries(places).reduce((all, [name, value]) => all.replaceAll(name, value), sql);
    const ask = (statement: string): Promise<Reply> => run(server, statement, given);
    const reply = await ask(text);
    const reported = problemOf(reply, server);
    if (reported !== null || fetched > 0) return { outcome: 'leak', problem: reported ?? 'a URL was fetched' };
    if (reply.status !== 200)
      return { outcome: `code ${String(reply.headers['x-clickhouse-exception-code'])}`, problem: null };
    const other = mayReach.test(text) ? await underOthers(ask, text) : reply;
    // Rows without an order, random functions and limits of time differ as well, but not with the hidden rows.
    const isSuspect = other.status === 200 && !sameReply(reply, other);
    if (isSuspect && sameReply(reply, await ask(text)) && sameReply(other, await underOthers(ask, text))) {
      if (sameReply(reply, await ask(text))) return { outcome: 'leak', problem: 'the reply depends on a hidden table' };
    }
    const lifted = await liftedLimit(server, given);
    if (lifted !== null) return { outcome: 'lifted', problem: lifted };
    const isUnchanged = (await tablesIn(server)) === first.tables && filesIn(server) === first.files;
    return { outcome: 'accepted', problem: isUnchanged ? null : 'tables or files of the host changed' };
  };
  return {
    // The engine's threads count as well, and a query may take 30 s on two of them.
    fuzzed: { name: 'sql', inputs: fc.record({ sql: statements, settings }), judge, mostCpuMs: 90_000 },
    close: async () => {
      bait.close();
      await sink.command('TRUNCATE TABLE attestry.store_hidden');
      await server.close();
    },
  };
}

/** Resolves when the process of the analysts has these hidden rows: it sees new ones about a second later. */
async function seenByAnalysts({ engine: { analyst } }: SqlServer, rows: string): Promise<void> {
  const sql = 'SELECT id, secret_hash FROM attestry.hidden_view ORDER BY id';
  const read = (): Promise<string> =>
    analyst.withSession({ settings: {}, parameters: {} }, async ({ run: query }) =>
      Buffer.from((await query(sql, 'JSONCompactEachRow')).bytes)
        .toString('utf8')
        .trim()
        .replaceAll(', ', ','),
    );
  const isSeen = async (): Promise<boolean> => {
    try {
      return (await read()) === rows;
    } catch (error) {
      // A part that was removed is still on its list.
      if (error instanceof Error && error.message.includes('(FILE_DOESNT_EXIST)')) return false;
      throw error;
    }
  };
  while (!(await isSeen()));
}

/** Sends a statement, limited to a second unless the input sets less. */
function run(server: SqlServer, sql: string, given: Query['settings']): Promise<Reply> {
  const search = new URLSearchParams([
    ['max_execution_time', '1'],
    ...given.map(([name, value]): [string, string] => [name, value]),
  ]);
  return server.ask({ method: 'POST', path: `/?${search.toString()}`, body: sql });
}

/** Errors that ClickHouse reports with status 500: its own faults, and limits that ended a query. */
const engineFaults: ReadonlySet<string> = new Set(['49', '236', '241', '1000', '1001', '1002']);

function problemOf({ status, text, headers }: Reply, { directory, logged }: SqlServer): string | null {
  if (text.includes(secret)) return 'the reply has a secret of a hidden table';
  if (text.includes(fileSecret)) return 'the reply has a file of the host';
  if (text.includes(directory) && !text.includes('Syntax error')) return `the reply has a path of the host: ${text}`;
  if (logged.length > 0) return `an unexpected error was logged: ${JSON.stringify(logged)}`;
  const code = String(headers['x-clickhouse-exception-code']);
  if (status >= 500 && !engineFaults.has(code)) return `${status}: ${text}`;
  return headers['x-content-type-options'] === 'nosniff' ? null : 'the reply lacks a security header';
}

const sameReply = (a: Reply, b: Reply): boolean => a.status === b.status && a.bytes.equals(b.bytes);

/** The limits of a session with these settings; null if none is beyond the analysts'. */
async function liftedLimit(server: SqlServer, given: Query['settings']): Promise<string | null> {
  const shaped = given.filter(([name]) => !['limit', 'offset', 'query'].includes(name));
  const { status, text } = await run(server, 'SELECT name, value FROM system.settings FORMAT TSVRaw', shaped);
  if (status !== 200) return null;
  const values = new Map(text.split('\n').map((line) => line.split('\t') as [string, string]));
  for (const [name, most] of Object.entries(analystLimits)) {
    const value = Number(String(values.get(name)).replace(/^'?auto\((\d+)\)'?$/, '$1'));
    if (!(value > 0 && value <= most)) return `${name} is ${String(values.get(name))}`;
  }
  return values.get('readonly') === '1' ? null : `readonly is ${String(values.get('readonly'))}`;
}

async function tablesIn({ engine }: SqlServer): Promise<string> {
  const sql =
    "SELECT groupArray(concat(database, '.', name)) AS names, (SELECT concat(toString(count()), ' ', toString(sum(cityHash64(*)))) FROM attestry.store_changes) AS rows FROM (SELECT database, name FROM system.tables WHERE database = 'attestry' ORDER BY name)";
  return JSON.stringify(await engine.sink.query(sql));
}

/** Without the directories of the engines: the second one of the analysts starts when it is first needed. */
const filesIn = ({ directory }: SqlServer): string =>
  [...readdirSync(directory), ...readdirSync('.')]
    .filter((name) => !engines.some((engine) => name === engine || name === `${engine}.pid`))
    .sort()
    .join();
