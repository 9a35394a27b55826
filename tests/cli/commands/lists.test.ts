/** What the lists of the command line show, as columns and as JSON. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../cli/log/append.ts';
import { run } from '../../api/readmodel/standing/rows.ts';
import { assetId, day, keyBody, openTenant, start, tenant, watch } from '../../pipeline/accounts/harness.ts';
import { sampleRegistryAsset } from '../../support/sample-assets.ts';
import { attestry, openWorkplace, type Workplace } from '../harness.ts';

let place: Workplace;

test.before(async () => {
  place = await openWorkplace();
  process.env['ATTESTRY_DATA_DIR'] = place.config.dataDir;
  const bench = openTenant(7);
  bench.give({ type: 'key.create', body: { ...keyBody(2), expiresAt: start + day } });
  const watched = watch(bench, assetId(1));
  watch(bench, assetId(2));
  const itemId = watched.item?.itemId ?? '';
  bench.give({ type: 'watch.update', body: { itemId, monitoringEnabled: false } });
  const registered = sampleRegistryAsset({ assetId: assetId(1), symbol: 'USDC', chain: 'base' });
  await appendValues(place.engine, 'registry.assets', [{ value: registered, timestamp: start }]);
  await appendValues(place.engine, 'accounts.events', bench.log);
});
test.after(() => place.close());

/** Header and rows of a printed table; columns are two spaces or more apart. */
async function printed(...words: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { code, stdout, stderr } = await attestry(...words);
  assert.equal([code, stderr], [0, '']);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
}

test('C-01 watch list: symbol and chain beside the ids, empty for an asset that is not in the registry', async () => {
  const [header, ...rows] = await printed('watch', 'list');
  assert.equal(header, ['item', 'symbol', 'chain', 'asset', 'state', 'monitoring', 'watched since', 'tenant']);
  const byAsset = new Map(rows.map((row) => [row.find((cell) => cell.startsWith('a55e7000')), row.slice(1)]));
  const since = new Date(start).toISOString();
  assert.equal(byAsset.get(assetId(1)), ['USDC', 'base', assetId(1), 'gathering', 'paused', since, tenant]);
  assert.equal(byAsset.get(assetId(2)), [assetId(2), 'gathering', 'on', since, tenant]);
  assert.equal(await printed('watch', 'list', '--tenant', tenant), [header, ...rows]);
  const another = await attestry('watch', 'list', '--tenant', 'another');
  assert.equal([another.code, another.stdout], [2, '']);
  assert.match(another.stderr, /no tenant "another"; attestry tenants list shows the ids/);
});

test('C-01 keys list: the last four characters under their name, the last use, and until when a key works', async () => {
  const [header, ...rows] = await printed('keys', 'list');
  assert.equal(header, ['key', 'name', 'last 4', 'scopes', 'limit', 'last use', 'state']);
  const scopes = 'monitoring:read,watchlist:write';
  assert.equal([...rows].sort(), [
    ['key00001', 'key 1', 'abcd', scopes, '7', 'never', 'active'],
    ['key00002', 'key 2', 'abcd', scopes, '7', 'never', `expired ${new Date(start + day).toISOString()}`],
  ]);
});

test('C-01 feeds list: an interval where a feed is fetched, "off" where it is not', async () => {
  process.env['ATTESTRY_FEEDS'] = 'esma-emtwp';
  const lines = await printed('feeds', 'list').finally(() => delete process.env['ATTESTRY_FEEDS']);
  // Sentences about what nothing will read follow the table.
  const [header, ...rows] = lines.filter((cells) => cells.length > 1);
  assert.equal(header, ['feed', 'source', 'every', 'last run']);
  const every = new Map(rows.map(([feed, , interval]) => [feed, interval]));
  assert.match(every.get('esma-emtwp') ?? '', /^\d+ min$/);
  every.delete('esma-emtwp');
  assert.ok(every.size > 5);
  assert.equal(new Set(every.values()), new Set(['off: ATTESTRY_FEEDS']));
  assert.ok(rows.every((row) => row[3] === 'never ran'));
});

test('feeds list: why the newest file of a feed was rejected', async () => {
  const rejected = { ...run('esma-emtwp', 'rejected', start), reason: 'half of the rows are missing' };
  await appendValues(place.engine, 'feed.runs', [{ value: rejected, timestamp: start }]);
  const { stdout } = await attestry('feeds', 'list');
  const line = `esma-emtwp failed at ${new Date(start).toISOString()}: half of the rows are missing`;
  assert.ok(stdout.split('\n').includes(line), stdout);
  const listed = JSON.parse((await attestry('feeds', 'list', '--json')).stdout) as readonly Record<string, unknown>[];
  const failed = listed.filter((one) => one['lastFailure'] !== null);
  assert.equal(
    failed.map((one) => [one['feed'], one['lastFailure']]),
    [['esma-emtwp', { at: new Date(start).toISOString(), message: 'half of the rows are missing' }]],
  );
});

test('dead-letters list: without a parked record it prints a message on stderr, and stdout stays empty', async () => {
  assert.equal(await attestry('dead-letters', 'list', '--json'), {
    code: 0,
    stdout: '',
    stderr: 'no record is parked\n',
  });
});

test.run();
