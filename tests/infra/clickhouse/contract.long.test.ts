// rule: a long query does not delay close, also tests/infra/clickhouse/contract.test.ts
// rule: closed tables open again with their rows, also tests/infra/disk/free-space.test.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openTables } from '../../../infra/clickhouse/open-tables.ts';
import { pause } from '../../support/real-time.ts';

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
  await pause(300);
  await tables.close();
  assert.equal(await Promise.all(outcomes), ['ended', 'ended', 'ended']);
  rmSync(directory, { recursive: true, force: true });
});

test('closed tables have finished accepted calls, and open again with their rows', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-close-'));
  const tables = await openTables({ directory });
  await tables.sink.command('CREATE TABLE attestry.sample (id String) ENGINE = ReplacingMergeTree ORDER BY id');
  const last = tables.sink.insert('attestry.sample', ['id'], Buffer.from('["last"]\n'));
  await tables.close();
  await last;
  const again = await openTables({ directory });
  assert.equal(await again.api.query('SELECT id FROM attestry.sample'), [{ id: 'last' }]);
  await again.close();
  rmSync(directory, { recursive: true, force: true });
});

test.run();
