import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createOutages } from '../../../../../infra/clickhouse/host/watch/outages.ts';

const killed = { reason: 'memory', message: 'a query took more memory than the limit' } as const;

test('a host that is back within five seconds is no finding; the time without one is counted', () => {
  const outages = createOutages();
  outages.opened(1_000);
  assert.equal([outages.finding(900_000), outages.awayMs(900_000)], [null, 0]);
  outages.ended(killed, 900_000);
  assert.is(outages.finding(905_000), null);
  assert.is(outages.finding(905_001), 'are restarted: a query took more memory than the limit');
  assert.is(outages.awayMs(905_001), 5_001);
  // A next one that could not be opened.
  outages.ended({ reason: 'ended', message: 'it ended with code 1' }, 906_000);
  assert.is(outages.reason(), 'it ended with code 1');
  outages.opened(907_000);
  assert.equal([outages.finding(907_000), outages.awayMs(907_000)], [null, 7_000]);
  assert.equal(
    [...outages.deaths()],
    [
      ['memory', 1],
      ['ended', 1],
    ],
  );
});

test('five deaths within a minute are a finding for the rest of it', () => {
  const outages = createOutages();
  for (let second = 0; second < 5; second += 1) {
    assert.is(outages.finding(second * 1_000), null);
    outages.opened(second * 1_000);
    outages.ended(killed, second * 1_000);
  }
  outages.opened(4_000);
  assert.match(outages.finding(59_999) ?? '', /^ended 5 times within a minute: a query took/);
  assert.is(outages.finding(60_000), null);
});

test.run();
