/** docs/tables.md matches the migrations, and its queries run. `UPDATE_DOCS=1` regenerates it, for review. */
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { analystViews, historyTables, typedViews } from '../../cli/service/analyst-views.ts';
import { clusterSettings } from '../../infra/clickhouse/server/cluster-settings.ts';
import { shardedBy } from '../../infra/clickhouse/migrate/cluster-statements.ts';
import { createSqlEndpoint } from '../../infra/clickhouse/http-endpoint/endpoint.ts';
import { sinkTables } from '../../pipeline/sink/tables.ts';
import { topicNames, topics } from '../../schemas/topics.ts';
import { openTablesFixture, type TablesFixture } from '../support/tables-fixture.ts';
import { type Block, blocksOf, withBodies } from './blocks.ts';
import { aligned } from './samples.ts';
import { answers, type Answer, parameters, seedTables } from './tables-seed.ts';
import { anchorOf, pathOf, textOf } from './tree.ts';

const page = 'docs/tables.md';
const update = process.env['UPDATE_DOCS'] === '1';

let tables: TablesFixture;
let server: Server;
test.before(async () => {
  tables = await openTablesFixture();
  await seedTables(tables);
  await tables.seenByAnalysts();
  server = createServer(
    createSqlEndpoint({
      queries: tables.analyst,
      allowedViews: analystViews,
      full: false,
      logger: { error: (entry: unknown) => assert.unreachable(String(entry)) },
      allowedHosts: [],
      newQueryId: () => 'query',
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
test.after(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await tables.close();
});

/** Runs a query as an analyst does, with the page's parameters. Returns rows as objects. */
async function ask(query: string): Promise<readonly Answer[]> {
  const { port } = server.address() as AddressInfo;
  const bound = Object.entries(parameters).map(([name, value]) => [`param_${name}`, value] as [string, string]);
  const search = new URLSearchParams([['default_format', 'JSONEachRow'], ...bound]).toString();
  const response = await fetch(`http://127.0.0.1:${port}/?${search}`, { method: 'POST', body: query });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${query}\n${text}`);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Answer);
}

function check(wanted: string): void {
  if (update) writeFileSync(pathOf(page), wanted);
  assert.fixture(textOf(page), wanted, `${page} is stale; run with UPDATE_DOCS=1 and review it`);
}

const queries = (): readonly Block[] => blocksOf(textOf(page)).filter(({ language }) => language === 'sql');

test('every query returns the expected rows of the seeded tables', async () => {
  assert.is(queries().length, 10);
  for (const { heading, body } of queries()) {
    const number = Number(/^\d+/.exec(heading)?.[0]);
    // Durations up to now differ from run to run.
    const rows = (await ask(body)).map(({ hours_ago: _ago, ...row }) => row);
    assert.equal(rows, answers[number - 1], heading);
  }
});

test('every result has the columns that the page shows', async () => {
  const blocks = blocksOf(textOf(page));
  const bodies = new Map<Block, string>();
  for (const [index, { language, body, heading }] of blocks.entries()) {
    if (language !== 'sql') continue;
    const columns = blocks[index + 1];
    assert.is(columns?.language, 'columns', heading);
    // The types of the result's columns: the SQL port refuses DESCRIBE of a query, but not `toTypeName`.
    const [types = {}] = await ask(['SELECT', await typesOf(body), 'FROM (', body, ') LIMIT 1'].join('\n'));
    const lines = Object.entries(types).map(([name, type]) => `${name.replace('type of ', '')}\t${String(type)}`);
    if (columns !== undefined) bodies.set(columns, aligned(lines.join('\n')));
  }
  check(withBodies(textOf(page), bodies));
});

const typesOf = async (query: string): Promise<string> => {
  const [first = {}] = await ask(query);
  return Object.keys(first)
    .map((name) => `toTypeName(\`${name}\`) AS \`type of ${name}\``)
    .join(', ');
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
}

interface View {
  readonly comment: string;
  readonly sorting_key: string;
  readonly version: string;
}

test('FD-21 typed views are listed, and the tables below them stay hidden', async () => {
  const names = (await ask('SHOW TABLES')).map(({ name }) => name);
  assert.equal(names, [...analystViews].sort());
  const hidden = [...historyTables, 'store_changes', 'store_api_keys', 'store_watch_items'];
  for (const table of hidden) {
    for (const query of [
      `SELECT count() FROM ${table}`,
      `SELECT * FROM attestry.${table} LIMIT 1`,
      `DESCRIBE ${table}`,
    ]) {
      const error = await ask(query).then(
        () => '',
        (thrown: unknown) => String(thrown),
      );
      assert.match(error, /Code: (?:60|497)/, query);
    }
  }
});

test('the page describes the views that the migrations create', async () => {
  const sections: string[] = [];
  for (const topic of topicNames.filter((name) => topics[name].public)) {
    const view = topic.replaceAll('.', '_');
    const [about] = await tables.reader.query<View>(
      `SELECT v.comment AS comment, s.sorting_key AS sorting_key,
         extract(s.engine_full, '^ReplacingMergeTree\\\\((\\\\w+)\\\\)') AS version
       FROM system.tables AS v INNER JOIN system.tables AS s ON s.database = v.database AND s.name = concat('store_', v.name)
       WHERE v.database = 'attestry' AND v.name = {view:String}`,
      { view },
    );
    if (about === undefined) throw new Error(`no view ${view}`);
    const columns = await tables.reader.query<Column>(
      "SELECT name, type, comment FROM system.columns WHERE database = 'attestry' AND table = {view:String} ORDER BY position",
      { view },
    );
    sections.push(sectionOf(view, topic, about, columns));
  }
  for (const view of typedViews) sections.push(await typedSection(view));
  check(between(textOf(page), `${sections.join('\n')}\n${clusterSection()}`));
});

/** A view over tables of public topics: what it reads, and its columns. */
async function typedSection(view: string): Promise<string> {
  const [about] = await tables.reader.query<{ readonly comment: string; readonly as_select: string }>(
    "SELECT comment, as_select FROM system.tables WHERE database = 'attestry' AND name = {view:String}",
    { view },
  );
  if (about === undefined) throw new Error(`no view ${view}`);
  const columns = await tables.reader.query<Column>(
    "SELECT name, type, comment FROM system.columns WHERE database = 'attestry' AND table = {view:String} ORDER BY position",
    { view },
  );
  const read = [...about.as_select.matchAll(/attestry\.store_(\w+?)(?:_history)? FINAL/g)].map(
    ([, topic = '']) => topic,
  );
  const links = topicNames
    .filter((topic) => read.includes(topic.replaceAll('.', '_')))
    .map((topic) => `[${topic}](topics.md#${anchorOf(topic)})`);
  return `## ${view}

${cell(about.comment)}

Topics: ${links.join(', ')}.

| Column | Type | |
|-|-|-|
${rowsOf(columns)}
`;
}

function sectionOf(
  view: string,
  topic: (typeof topicNames)[number],
  { comment, sorting_key, version }: View,
  columns: readonly Column[],
): string {
  const newestOnly = topics[topic].cleanup === 'compact' || sinkTables[topic].length > 1;
  const shows = newestOnly
    ? `the record with the highest \`${version}\` of each key`
    : `every record; of records with the same key, the one with the highest \`${version}\``;
  return `## ${view}

${cell(comment)}

Topic: [${topic}](topics.md#${anchorOf(topic)}). Key: \`${sorting_key}\`. Shows ${shows}.

| Column | Type | |
|-|-|-|
${rowsOf(columns)}
`;
}

const rowsOf = (columns: readonly Column[]): string =>
  columns.map(({ name, type, comment }) => `| \`${name}\` | ${cell(type)} | ${cell(comment)} |`).join('\n');

function clusterSection(): string {
  const spread = [...shardedBy].map(([table, column]) => `| \`${table}\` | \`${column}\` |`);
  const settings = Object.entries(clusterSettings).map(([role, values]) => {
    const set = Object.entries(values).map(([name, value]) => `\`${name} = ${value}\``);
    return `| ${role} | ${set.join(', ')} |`;
  });
  return `## On a cluster

\`attestry migrate --dry-run --cluster NAME\` prints all statements for a cluster that \`remote_servers\` of every host names, \`internal_replication\` true, with Keeper and the macros \`shard\` and \`replica\`. They are idempotent: run them again for a host that joined later, and after an update. Without \`--cluster\` the statements are for one server.

Most tables are small, and every host has a full copy, also of the account tables: they form one shard with all hosts as replicas, so that every host can execute joins locally. These tables are sharded instead, each as \`<table>_local\` with a \`Distributed\` table over it:

| Sharded table | Sharding key |
|-|-|
${spread.join('\n')}

All rows of an asset are on one shard, so \`FINAL\` finds the newest state there.

| Connections of | Settings |
|-|-|
${settings.join('\n')}

\`auto\` means a majority of the replicas: of three, one may be down; of two, none. Every reader sees that a key is revoked, or gets an error and retries.

**What has been tested.** Nothing has been tested on a ClickHouse server or a cluster yet.

| | Where it has been tested |
|-|-|
| statements for one server | in the embedded engine, at every start |
| reading, inserting and migrating by URL | against the embedded engine with ClickHouse's HTTP interface in its own process: \`npm run test:cluster\` |
| statements for a cluster | parsed by the embedded engine in the tests, and run there without replication |
| a server's users, limits and settings profiles; \`infra/docker/clickhouse/users.xml\` | read by the embedded engine, without a login |
| replication, the quorum, inserts and queries through \`Distributed\` | nowhere |
`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<').replaceAll('>', '\\>');

const between = (text: string, generated: string): string =>
  text.replace(/(<!-- made from the migrations -->\n)[\s\S]*(<!-- end -->)/, (_, begin: string, end: string) =>
    [begin, generated, end].join('\n'),
  );

test.run();
