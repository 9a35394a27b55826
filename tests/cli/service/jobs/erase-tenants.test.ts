import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { appendErasure, isErasureAppended } from '../../../../cli/accounts/erase-tenant.ts';
import { startErasing } from '../../../../cli/service/jobs/erase-tenants.ts';
import { loadConfig } from '../../../../infra/config/config.ts';
import { startVirtualTime, type VirtualTime } from '../../../support/virtual-time.ts';
import { openCleanLog, silent } from '../../harness.ts';

const everyMs = 1_000;
let time: VirtualTime;
test.before.each(() => {
  time = startVirtualTime();
});
test.after.each(() => time.end());

interface SeenCalls {
  /** Commands appended, by tenant. */
  readonly ended: string[];
  readonly asked: string[];
  deleted: number;
}

/** Erases one tenant whose rows are active while `lives` is true, with a check every second. */
function erasing(lives: () => boolean, onLog: (seen: SeenCalls) => boolean) {
  const seen: SeenCalls = { ended: [], asked: [], deleted: 0 };
  const query = async <R>(sql: string): Promise<readonly R[]> => {
    if (sql.startsWith('ALTER')) {
      seen.deleted += 1;
      return [];
    }
    const row: unknown = { tenant_id: 't', rows: '3', living: lives() ? '1' : '0' };
    return seen.deleted > 0 ? [] : [row as R];
  };
  const running = startErasing({
    keys: { erased: async () => ['t'] },
    tables: { query },
    isEndAppended: async (tenantId) => {
      seen.asked.push(tenantId);
      return onLog(seen);
    },
    end: async (tenantId) => void seen.ended.push(tenantId),
    logger: silent,
    everyMs,
  });
  return { seen, running };
}

test('a tenant that stays active is ended once, however long no processor handles the command', async () => {
  const { seen, running } = erasing(
    () => true,
    ({ ended }) => ended.length > 0,
  );
  await time.advance(250 * everyMs);
  await running.stop();
  assert.equal(seen.ended, ['t']);
  assert.ok(seen.asked.length >= 2 && seen.asked.length <= 9, `the log was read ${seen.asked.length} times`);
});

test('a command that is already on the log is not appended again', async () => {
  const { seen, running } = erasing(
    () => true,
    () => true,
  );
  await time.advance(50 * everyMs);
  await running.stop();
  assert.equal(seen.ended, []);
});

test('rows of an ended tenant are deleted without reading the log', async () => {
  const { seen, running } = erasing(
    () => false,
    () => {
      throw new Error('the log was asked');
    },
  );
  await time.advance(everyMs);
  assert.ok(seen.deleted > 0);
  await running.stop();
  assert.equal(seen.ended, []);
});

test('isErasureAppended is true for this tenant only', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-erase-'));
  const engine = await openCleanLog(loadConfig({ ATTESTRY_DATA_DIR: directory }).config);
  try {
    const tenants = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
    assert.not(await isErasureAppended(engine, tenants[0]));
    await appendErasure(engine, tenants[0], 1);
    assert.ok(await isErasureAppended(engine, tenants[0]));
    assert.not(await isErasureAppended(engine, tenants[1]));
  } finally {
    await engine.close();
    rmSync(directory, { recursive: true, force: true });
  }
});

test.run();
