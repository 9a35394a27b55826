import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../../infra/errors.ts';
import { planOf } from '../../../tools/local/kafka.ts';
import { failureOf } from '../../support/failure-of.ts';

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'attestry-local-'));
  try {
    await body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [first, then] of [
  [1, 3],
  [3, 1],
] as const) {
  test(`a cluster of ${first} brokers is not taken for one of ${then}`, () =>
    withFolder(async (folder) => {
      const plan = await planOf({ folder, nodes: first });
      assert.is(plan.ports.length, first);
      const before = readFileSync(join(folder, 'cluster.json'), 'utf8');
      const error = await failureOf(planOf({ folder, nodes: then }));
      assert.instance(error, UsageError);
      assert.match(error.message, `a Kafka of ${first} brokers, not ${then}`);
      assert.is(readFileSync(join(folder, 'cluster.json'), 'utf8'), before);
      assert.equal(await planOf({ folder, nodes: first }), plan);
      assert.equal(await planOf({ folder }), plan, 'without a number: the existing nodes');
    }));
}

test('the default is one broker', () =>
  withFolder(async (folder) => assert.is((await planOf({ folder })).ports.length, 1)));

test.run();
