import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { attestry } from '../harness.ts';

const nowhere = join(tmpdir(), `attestry-no-data-${process.pid}`);
process.env['ATTESTRY_DATA_DIR'] = nowhere;

test('migrate refuses a cluster without --dry-run, and an invalid name', async () => {
  const applied = await attestry('migrate', '--cluster', 'main');
  assert.is(applied.code, 2);
  assert.match(applied.stderr, /^--cluster goes with --dry-run: .*clickhouse-client/);
  const injected = await attestry('migrate', '--dry-run', '--cluster', "main' SYNC; --");
  assert.equal([injected.code, injected.stdout], [2, '']);
  assert.match(injected.stderr, /Not a name of a ClickHouse cluster/);
});

test('migrate --dry-run prints the SQL and touches nothing', async () => {
  const single = await attestry('migrate', '--dry-run');
  assert.is(single.code, 0);
  assert.match(single.stdout, /^CREATE DATABASE IF NOT EXISTS attestry ;\n/);
  assert.match(single.stdout, /ENGINE = ReplacingMergeTree\(revision\)\nORDER BY \(asset_id, detected_at, id\)/);
  assert.not.match(single.stdout, /ON CLUSTER|Replicated|Distributed/);
  assert.not(existsSync(nowhere));
});

test('migrate --dry-run --cluster also prints the settings of its connections', async () => {
  const { code, stdout } = await attestry('migrate', '--dry-run', '--cluster', 'main', '--json');
  assert.is(code, 0);
  const { cluster, settings, statements } = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  assert.is(cluster, 'main');
  assert.equal(settings, {
    accounts: {
      insert_deduplicate: '0',
      insert_quorum: 'auto',
      insert_quorum_parallel: '0',
      select_sequential_consistency: '1',
    },
    sink: { distributed_foreground_insert: '1', insert_deduplicate: '0', insert_quorum: 'auto' },
    jobs: {
      distributed_foreground_insert: '1',
      insert_deduplicate: '0',
      insert_quorum: 'auto',
      insert_quorum_parallel: '0',
      select_sequential_consistency: '1',
    },
    api: { select_sequential_consistency: '1' },
  });
  assert.ok(Array.isArray(statements) && statements.every((one) => String(one).length > 0));
});

test.run();
