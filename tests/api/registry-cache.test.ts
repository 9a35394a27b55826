import { test } from 'uvu';
import * as assert from 'uvu/assert';
import fc from 'fast-check';
import type { TableReader } from '../../api/table-reader.ts';
import { createRegistryCache } from '../../api/registry-cache.ts';
import { createRegistryIndex } from '../../api/registry-index.ts';
import { RetryableError } from '../../infra/errors.ts';
import { createLogger } from '../../infra/logger.ts';
import type { AssetRecord } from '../../schemas/generated/records.ts';
import { openTablesFixture, type TablesFixture } from '../support/tables-fixture.ts';
import { asset, assetId } from './records.ts';

let fixture: TablesFixture;
const logger = createLogger({ level: 'silent', destination: { write: () => undefined } });
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

test.before(async () => {
  fixture = await openTablesFixture();
});
test.after(async () => {
  await fixture.close();
});

test('reads every partition from its own cursor, and each record once', async () => {
  const returned: number[] = [];
  const tables: TableReader = {
    query: async <R>(sql: string, parameters: Readonly<Record<string, unknown>>) => {
      const rows = await fixture.reader.query<R>(sql, parameters);
      returned.push(rows.length);
      return rows;
    },
  };
  const cache = createRegistryCache({ tables, logger, pollMs: 60_000 });
  await cache.start();
  await fixture.project('asset.records', [asset(1), asset(2), asset(3)], { partition: 0 });
  await cache.refresh();
  await fixture.project('asset.records', [asset(4)], { partition: 5 });
  await fixture.project('asset.records', [asset(2, { position: 20, name: 'New' })], { partition: 0 });
  await cache.refresh();
  await cache.refresh();
  assert.equal(returned, [0, 3, 2, 0]);
  assert.equal(
    cache.listed().map(({ record }) => record.name),
    ['Token 1', 'New', 'Token 3', 'Token 4'],
  );
  await cache.stop();
  await cache.done;
});

test('a wake is served at once, a poll within its time, and every field survives the table', async () => {
  const cache = createRegistryCache({ tables: fixture.reader, logger, pollMs: 60_000 });
  await cache.start();
  const full = asset(30, {
    decimals: null,
    verifiedAt: null,
    attestationAddress: 'a\'"\\\n\t😀',
    authorities: [
      {
        id: 'a',
        type: 'owner',
        address: '0x1',
        accountType: 'multisig',
        signers: ['0x2'],
        threshold: 1,
        verified: true,
        observedAt: 5,
      },
    ],
    verifications: [
      { proofId: 'p', authorityType: 'owner', authorityAddress: '0x1', method: '{}', provedAt: 1, verifiedBy: 'v' },
    ],
  });
  await fixture.project('asset.records', [full], { partition: 1 });
  cache.wake();
  await until(() => cache.byId(assetId(30)) !== null);
  assert.equal(cache.byId(assetId(30))?.record, full);
  await cache.stop();

  const polling = createRegistryCache({ tables: fixture.reader, logger, pollMs: 20 });
  await polling.start();
  await fixture.project('asset.records', [asset(31)], { partition: 1 });
  await until(() => polling.byId(assetId(31)) !== null);
  await polling.stop();
});

test('tables out of reach are tried again, another error ends the reading', async () => {
  let failure: Error | null = null;
  const tables: TableReader = {
    query: (sql, parameters) => (failure === null ? fixture.reader.query(sql, parameters) : Promise.reject(failure)),
  };
  const cache = createRegistryCache({ tables, logger, pollMs: 5 });
  await cache.start();
  failure = new RetryableError('away');
  await pause(30);
  await fixture.project('asset.records', [asset(40)], { partition: 2 });
  failure = null;
  await until(() => cache.byId(assetId(40)) !== null);
  failure = new Error('no such column');
  const ended = await cache.done.then(
    () => null,
    (error: unknown) => error,
  );
  assert.is(ended, failure);
});

test('whatever order records arrive in, the newest of each asset is served', () => {
  const versions = fc.array(
    fc.record({ n: fc.integer({ min: 1, max: 4 }), position: fc.nat(20), address: fc.integer({ min: 1, max: 3 }) }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(versions, (given) => {
      const index = createRegistryIndex();
      const newest = new Map<string, AssetRecord>();
      for (const { n, position, address } of given) {
        const record = asset(n, { position, address: asset(address).address });
        index.apply(record);
        const held = newest.get(record.assetId);
        if (held === undefined || held.position < record.position) newest.set(record.assetId, record);
      }
      const expected = [...newest.values()].sort((a, b) => a.registeredAt - b.registeredAt);
      assert.equal(
        index.listed().map(({ record }) => record),
        expected,
      );
      for (const n of [1, 2, 3]) {
        const { address } = asset(n);
        assert.equal(
          index.atAddress(address.toUpperCase()).map(({ record }) => record),
          expected.filter((record) => record.address === address),
        );
      }
    }),
  );
});

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 2_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('it did not happen in 2 s');
    await pause(5);
  }
}

test.run();
