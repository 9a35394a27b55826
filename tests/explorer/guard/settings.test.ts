import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openHarness, testConfig } from '../../api/harness.ts';
import { asset } from '../../api/records.ts';
import { oneBase, openPages, textOf, visit } from '../harness.ts';

const page = `/verified-assets/${asset(1).address}/ethereum`;

test('with hosts of their own, pages are served on those alone', async () => {
  const split = await openPages({ config: testConfig });
  try {
    await split.declare(asset(1));
    const at = async (host: string, path: string): Promise<number> => (await visit(split, path, { host })).status;
    assert.is(await at('pages.test', page), 200);
    assert.is(await at('explorer.test', page), 200);
    assert.is(await at('registry.test', page), 404);
    assert.is(await at('127.0.0.1', page), 404);
    assert.is(await at('registry.test', '/'), 404);
  } finally {
    await split.close();
  }
});

test('one network gets as many pages a minute as a key gets answers, and files are free', async () => {
  const config = { ...testConfig, ...oneBase, rateLimit: { perMinute: 3, burst: 0 } };
  const limited = await openPages({ config });
  try {
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await visit(limited, '/')).status);
    assert.equal(statuses, [200, 200, 200, 429, 429]);
    const refused = await visit(limited, '/');
    assert.match(textOf(refused), /Too many requests/);
    assert.ok(Number(refused.headers['retry-after']) >= 1);
    assert.is((await limited.send('GET', '/static/none')).status, 404);
  } finally {
    await limited.close();
  }
});

test('without pages the API answers as before', async () => {
  const bare = await openHarness();
  try {
    const reply = await visit(bare, '/');
    assert.is(reply.status, 404);
    assert.equal(reply.body, { message: 'Route not found', error: 'Not Found', statusCode: 404 });
  } finally {
    await bare.close();
  }
});

test.run();
