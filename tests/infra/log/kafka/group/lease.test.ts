import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLease, createOwnership } from '../../../../../infra/log/kafka/group/lease.ts';

function open() {
  const clock = { now: 0 };
  const lease = createLease({ sessionMs: 10_000, rebalanceMs: 20_000, now: () => clock.now });
  return { clock, lease };
}

test('there is no lease before the group is joined', () => {
  assert.is(open().lease.isValid(), false);
});

test('a session counts from when the last accepted heartbeat was sent, not from its answer', () => {
  const { clock, lease } = open();
  lease.begun();
  clock.now = 4_000;
  lease.beatSent(1_000);
  clock.now = 8_000;
  lease.beatTaken();
  clock.now = 11_999;
  assert.is(lease.isValid(), true);
  clock.now = 12_000;
  assert.is(lease.isValid(), false, '3,000 and nine tenths of a session');
});

test('an answer after a suspension renews the lease only from when its heartbeat was sent', () => {
  const { clock, lease } = open();
  lease.begun();
  clock.now = 60_000;
  lease.beatSent(59_000);
  lease.beatTaken();
  assert.is(lease.isValid(), false);
});

test('a rejected heartbeat does not renew the lease', () => {
  const { clock, lease } = open();
  lease.begun();
  clock.now = 8_000;
  lease.beatSent(0);
  clock.now = 9_000;
  assert.is(lease.isValid(), false);
});

test('during a rebalance the lease ends after the rebalance time, whatever heartbeats follow', () => {
  const { clock, lease } = open();
  lease.begun();
  for (clock.now = 1_000; clock.now < 19_000; clock.now += 1_000) {
    lease.beatSent(0);
    lease.rebalancing();
    assert.is(lease.isValid(), true, String(clock.now));
  }
  clock.now = 19_000;
  lease.beatSent(0);
  lease.rebalancing();
  assert.is(lease.isValid(), false);
  lease.begun();
  assert.is(lease.isValid(), true, 'joined again');
});

test('an ended ownership stays ended, whatever heartbeats follow', () => {
  const { clock, lease } = open();
  lease.begun();
  const holding = createOwnership(lease);
  assert.is(holding.isOwned(), true);
  clock.now = 9_000;
  assert.is(holding.isOwned(), false);
  lease.beatSent(0);
  lease.beatTaken();
  assert.equal([lease.isValid(), holding.isOwned(), holding.isOver()], [true, false, true]);
  const next = createOwnership(lease);
  next.end();
  assert.is(next.isOwned(), false);
});

test.run();
