// rule: SIGTERM ends the service and its processes, also tests/process/lifecycle.test.ts, tests/infra/clickhouse/host/restart.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withPatience } from '../support/real-time.ts';
import { endIn, endWhileStarting, type EndingFigures, states } from './endings.ts';

const figures: EndingFigures[] = [];
test.after(() => console.table(figures.map((one) => ({ ...one, left: one.left.length }))));

test('SIGTERM ends a service that starts, and whose tables are stopped', async () => {
  const one = await endWhileStarting();
  figures.push(one);
  assert.equal([one.code, one.signal, one.left], [0, null, []]);
  assert.ok(one.ms <= withPatience(10_000), `${one.ms} ms`);
});

for (const state of states) {
  test(`SIGTERM ends the service within 10 s, with exit code 0 and no process left: ${state.name}`, async () => {
    const one = await endIn(state, 1);
    figures.push(one);
    assert.equal([one.code, one.signal, one.left], [0, null, []]);
    assert.ok(one.ms <= withPatience(10_000), `${one.ms} ms`);
  });
  test(`a second SIGTERM ends it at once: ${state.name}`, async () => {
    const one = await endIn(state, 2);
    figures.push(one);
    // A process that is ending has given its signals back to the system.
    assert.ok(one.code === 0 || one.signal === 'SIGKILL' || one.signal === 'SIGTERM', JSON.stringify(one));
    assert.equal(one.left, []);
    assert.ok(one.ms <= withPatience(1_000), `${one.ms} ms`);
  });
}

test.run();
