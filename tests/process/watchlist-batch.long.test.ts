// rule: B-94, also tests/api/resources/watchlist-batch.test.ts, sim accounts/one-effect
/** A batch in a service that is killed while it decides: sent again, every entry is on the list once. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientOfB } from '../support/api-client.ts';
import { registryLines, testId, writeLines } from '../support/demo-world.ts';
import { createSandbox } from '../support/service.ts';
import { elapsedMs, pause } from '../support/real-time.ts';

const assets = 200;
const limit = 150;
const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off' });
test.after(() => sandbox.destroy());

interface Batch {
  readonly results: readonly { readonly outcome: string }[];
  readonly limit: number;
  readonly used: number;
}

const items = Array.from({ length: 250 }, (_, index) => ({ assetId: testId(`asset-${index % assets}`) }));

test('FD-10, B-94 a batch that a kill -9 cuts off is whole once it is sent again', async () => {
  let service = await sandbox.up();
  await sandbox.json('registry', 'import', writeLines(sandbox.directory, 'world.ndjson', registryLines({ assets })));
  const newKey = async (name: string) =>
    sandbox.json<{ readonly key: string }>(
      ...['keys', 'create', '--name', name, '--scopes', 'monitoring:read,watchlist:write', '--limit', String(limit)],
    );
  await sandbox.idle();
  for (const afterMs of [5, 20, 60]) {
    const { key } = await newKey(`after ${afterMs}`);
    const cut = clientOfB(service, key)
      .post<Batch>('/me/watchlist/batch', { items })
      .catch(() => null);
    await pause(afterMs);
    await sandbox.killAll();
    await cut;
    service = await sandbox.up();
    const begun = elapsedMs();
    const { status, body } = await clientOfB(service, key).post<Batch>('/me/watchlist/batch', { items });
    const tookMs = elapsedMs() - begun;
    assert.equal([status, body.used, body.limit], [200, limit, limit]);
    const listed = body.results.map(({ outcome }) => outcome !== 'over_limit');
    assert.equal(
      listed,
      items.map((_, index) => index % assets < limit),
      'the first entries have the places',
    );
    assert.ok(tookMs <= 3_000, `250 entries in ${Math.round(tookMs)} ms`);
    const again = await clientOfB(service, key).post<Batch>('/me/watchlist/batch', { items });
    assert.equal([...new Set(again.body.results.map(({ outcome }) => outcome))].sort(), ['already', 'over_limit']);
    const { body: list } = await clientOfB(service, key).get<{ readonly items: readonly { readonly id: string }[] }>(
      '/me/watchlist',
    );
    assert.is(new Set(list.items.map(({ id }) => id)).size, limit);
  }
  const { lost, duplicate, differing } = await sandbox.json<Readonly<Record<string, number>>>('verify');
  assert.equal([lost, duplicate, differing], [0, 0, 0]);
});

test.run();
