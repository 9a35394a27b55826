import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type HostedTables, openTables } from '../../../infra/clickhouse/open-tables.ts';
import { testTables, type TablesUnderTest } from '../../contracts/tables.ts';
import { reached } from '../../support/reached.ts';
import { startVirtualTime } from '../../support/virtual-time.ts';
import { endlessSql } from './sample-engine.ts';

let directory: string;
let engine: HostedTables;

testTables('tables in a process of their own', async (): Promise<TablesUnderTest> => {
  directory = mkdtempSync(join(tmpdir(), 'attestry-tables-contract-'));
  engine = await openTables({ directory });
  let isSecond = false;
  return {
    // The lanes of an engine close together with it; a separate lane is another lane of the same engine.
    open: async () => {
      const lane = isSecond ? engine.accounts : engine.sink;
      isSecond = true;
      return lane;
    },
    close: async () => undefined,
  };
});

test.after(() => rmSync(directory, { recursive: true, force: true }));

test('a long query of the operator or of the API does not delay close, and is ended; later calls are refused', async () => {
  const outcomes = [
    engine.operator.withSession({ settings: {}, parameters: {} }, (session) => session.run(endlessSql, 'TSV')),
    engine.api.query(endlessSql),
  ].map((query) =>
    query.then(
      () => 'answered',
      () => 'ended',
    ),
  );
  const running = "SELECT count() AS n FROM system.processes WHERE match(Settings['log_comment'], '^(operator|api) ')";
  await reached('both queries run', async () => {
    const [row] = await engine.jobs.query<{ readonly n: string }>(running);
    return row?.n === '2';
  });
  const time = startVirtualTime();
  try {
    const closed = engine.close();
    // Running queries get a second, and the process three more.
    await time.advance(4_000);
    await closed;
  } finally {
    time.end();
  }
  assert.equal(await Promise.all(outcomes), ['ended', 'ended']);
  const late = await engine.api.query('SELECT 1').catch((error: unknown) => error);
  assert.match(String(late), /closed/);
});

test.run();
