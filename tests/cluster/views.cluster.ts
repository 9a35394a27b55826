/** Views for analysts where tables are on a server and each role is a process: their rows, and the queries that pages print. */
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { authorityLine, registryLines, testAddress, testId, writeLines } from '../support/demo-world.ts';
import { newCluster, type TestCluster } from './support/cluster.ts';
import { printingErrors } from '../support/printing-errors.ts';

const test = suite('views for analysts');
const assets = 3;
const readings = 2;
const day = 86_400_000;
const from = Date.UTC(2026, 0, 10);
let cluster: TestCluster;
let withoutPublishers: Awaited<ReturnType<TestCluster['cli']>> | null = null;
let destroy = async (): Promise<void> => undefined;

test.before(() => printingErrors(prepare));
test.after(() => destroy());

async function prepare(): Promise<void> {
  cluster = await newCluster();
  destroy = cluster.destroy;
  await Promise.all([cluster.start('processors', 'run', 'processors'), cluster.start('sink', 'run', 'sink')]);
  await cluster.json('registry', 'import', writeLines(cluster.directory, 'world.ndjson', registryLines({ assets })));
  const lines = Array.from({ length: assets * readings }, (_, index) => {
    const [asset, reading] = [index % assets, Math.floor(index / assets)];
    return authorityLine(asset, reading, from + reading * day);
  });
  await cluster.json('observe', writeLines(cluster.directory, 'authorities.ndjson', lines));
  // Chains answer for every asset, also for one that no node is asked about: nothing is idle without them.
  withoutPublishers = await cluster.cli('wait', '--idle', '--timeout', '1');
  await cluster.start('publishers', 'run', 'publishers');
  await cluster.json('wait', '--idle', '--timeout', '120');
}

test('without publishers, waiting until all is idle ends with the command that starts them', () => {
  assert.is(withoutPublishers?.code, 1);
  assert.match(withoutPublishers?.stderr ?? '', /no process runs .*chains.*: start .*attestry run publishers/);
});

/** The rows of a query, as an analyst with a user of the server asks for them. */
async function rowsOf(query: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const url = `${cluster.tables.url}/?database=attestry`;
  const response = await fetch(url, { method: 'POST', body: `${query}\nFORMAT JSONEachRow` });
  const text = await response.text();
  assert.is(response.status, 200, `${query}\n${text}`);
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

const holder = testAddress(10_000 + readings - 1);

test('typed views have the newest authority of each token, and each revision of each change', async () => {
  const authorities = await rowsOf(
    'SELECT asset_id, authority_type, address, is_multisig, verified FROM token_authorities ORDER BY asset_id',
  );
  const ids = Array.from({ length: assets }, (_, index) => testId(`asset-${index}`)).sort();
  const isOwner = { authority_type: 'owner', address: holder, is_multisig: false, verified: false };
  assert.equal(
    authorities,
    ids.map((id) => ({ asset_id: id, ...isOwner })),
  );
  const changes = await rowsOf('SELECT asset_id, field FROM changes ORDER BY asset_id');
  assert.equal(
    changes,
    ids.map((id) => ({ asset_id: id, field: 'authority' })),
  );
  const [revisions] = await rowsOf(
    'SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(id)) AS changes FROM change_revisions',
  );
  assert.equal(revisions, { rows: assets, changes: assets });
});

test('views show what the tables behind them have', async () => {
  // Of a control record, which is in every partition, the view of observations shows one.
  for (const [view, table] of [
    ['observations', 'store_observations'],
    ['changes', 'store_changes'],
    ['asset_records', 'store_asset_records'],
  ] as const) {
    const ofAssets = (name: string): string => `(SELECT count() FROM ${name} WHERE asset_id != '')`;
    const counts = await rowsOf(
      `SELECT toUInt32(${ofAssets(view)}) AS shown, toUInt32(${ofAssets(`${table} FINAL`)}) AS stored`,
    );
    assert.ok(Number(counts[0]?.['shown']) >= assets, view);
    assert.is(counts[0]?.['shown'], counts[0]?.['stored'], view);
  }
});

test('the server answers every query that docs/sql.md and docs/for-analysts.md print', async () => {
  const textOf = (page: string): string => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const printed = [...textOf('sql.md').matchAll(/```sql\n([\s\S]*?)```/g)].map(([, query = '']) => query.trim());
  const typed = [...textOf('for-analysts.md').matchAll(/--data-binary "([^"]*)"/g)].map(([, query = '']) =>
    query.replace(/ FORMAT \w+$/, ''),
  );
  assert.ok(printed.length > 10 && typed.length > 4, `${printed.length}, ${typed.length}`);
  for (const query of [...printed, ...typed]) await rowsOf(query);
});

test.run();
