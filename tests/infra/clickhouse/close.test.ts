import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openTables } from '../../../infra/clickhouse/open-tables.ts';

const heavy = 'SELECT sum(sipHash64(number)) FROM numbers(100000000000000)';

test('a long query of an analyst, of the operator or of the API does not delay close', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-close-'));
  const tables = await openTables({ directory });
  const outcomes = [
    tables.analyst.withSession({ settings: {}, parameters: {} }, (session) => session.run(heavy, 'TSV')),
    tables.operator.withSession({ settings: {}, parameters: {} }, (session) => session.run(heavy, 'TSV')),
    tables.api.query(heavy),
  ].map((query) =>
    query.then(
      () => 'answered',
      () => 'ended',
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  const started = performance.now();
  await tables.close();
  assert.ok(performance.now() - started < 30_000);
  assert.equal(await Promise.all(outcomes), ['ended', 'ended', 'ended']);
  rmSync(directory, { recursive: true, force: true });
});

test.run();
