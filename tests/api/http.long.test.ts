// rule: a URL full of parameters costs no more than its length, also tests/api/http.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cpuMs } from '../support/real-time.ts';
import { type Harness, openHarness } from './harness.ts';

let api: Harness;
test.before(async () => {
  api = await openHarness();
});
test.after(() => api.close());

/** CPU time of a hundred requests with so many parameters, in ms. */
async function costOf(parameters: number): Promise<number> {
  const started = cpuMs();
  for (let count = 0; count < 100; count += 1) {
    assert.is((await api.send('GET', `/livez?${'a&'.repeat(parameters)}`)).status, 200);
  }
  return cpuMs() - started;
}

test('a URL full of parameters costs no more than its length', async () => {
  await costOf(400);
  const [short, long] = [await costOf(400), await costOf(4_000)];
  assert.ok(long < 30 * short, `${short} ms for 400 parameters, ${long} ms for ten times as many`);
});

test.run();
