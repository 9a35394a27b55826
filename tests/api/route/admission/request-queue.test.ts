import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRequestQueue } from '../../../../api/route/admission/request-queue.ts';
import { nextTurn } from '../../../support/next-turn.ts';
import { startVirtualTime, type VirtualTime } from '../../../support/virtual-time.ts';

let time: VirtualTime;
test.before.each(() => {
  time = startVirtualTime();
});
test.after.each(() => time.end());

const limits = { hasRoom: () => true, atOnce: 2, mostWaiting: 3, longestWaitMs: 1_000 };
const stays = (): boolean => false;

/** Work that ends when the test releases it. */
function slowWork() {
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  return {
    begun,
    work: (name: string) => async (): Promise<void> => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    },
    endOne: async () => {
      await nextTurn();
      ends.shift()?.();
      await nextTurn();
    },
  };
}

test('a request waits in order while all slots are taken; it is refused with 503 if too many wait', async () => {
  const room = createRequestQueue(limits);
  const { begun, work, endOne } = slowWork();
  const admitted = ['a', 'b', 'c', 'd', 'e'].map((name) => room.run(stays, work(name)));
  const refused = await room.run(stays, work('f')).catch((error: unknown) => error as object);
  assert.equal(
    [Reflect.get(refused ?? {}, 'status'), Reflect.get(refused ?? {}, 'headers')],
    [503, { 'Retry-After': '5' }],
  );
  assert.equal(begun, ['a', 'b']);
  await endOne();
  assert.equal(begun, ['a', 'b', 'c']);
  const late = room.run(stays, work('g'));
  for (let ended = 1; ended < 6; ended += 1) await endOne();
  assert.equal(begun, ['a', 'b', 'c', 'd', 'e', 'g']);
  await Promise.all([...admitted, late]);
});

test('a disconnected client is not served and blocks no other; a failure releases its slot', async () => {
  const room = createRequestQueue({ ...limits, atOnce: 1 });
  const { begun, work, endOne } = slowWork();
  const first = room.run(stays, work('first'));
  let hasGone = false;
  const gone = room.run(() => hasGone, work('gone'));
  const failing = room.run(stays, () => Promise.reject(new Error('broken')));
  const last = room.run(stays, work('last'));
  hasGone = true;
  const failed = failing.catch((error: unknown) => (error as Error).message);
  await endOne();
  await Promise.all([first, gone]);
  assert.is(await failed, 'broken');
  await nextTurn();
  assert.equal(begun, ['first', 'last']);
  await endOne();
  await last;
});

test('a request that waited too long for admission is refused; one that is admitted in time is served', async () => {
  let hasRoom = false;
  const room = createRequestQueue({ ...limits, hasRoom: () => hasRoom, longestWaitMs: 60 });
  let served = 0;
  const work = async (): Promise<void> => void (served += 1);
  const refused = room.run(stays, work).catch((one: unknown) => one as object);
  await time.advance(80);
  const error = await refused;
  assert.equal([Reflect.get(error ?? {}, 'status'), served], [503, 0]);
  const waiting = room.run(stays, work);
  await time.advance(5);
  hasRoom = true;
  await time.advance(20);
  await waiting;
  assert.is(served, 1);
});

test('a request that waited too long for a slot is refused, and does not get one later', async () => {
  const room = createRequestQueue({ ...limits, atOnce: 1, longestWaitMs: 60 });
  const { begun, work, endOne } = slowWork();
  const first = room.run(stays, work('first'));
  let hasEnded = false;
  const refused = room.run(stays, work('late')).catch((error: unknown) => {
    hasEnded = true;
    return error as object;
  });
  await time.advance(59);
  assert.not(hasEnded);
  await time.advance(1);
  const error = await refused;
  assert.equal(
    [Reflect.get(error ?? {}, 'status'), Reflect.get(error ?? {}, 'headers')],
    [503, { 'Retry-After': '5' }],
  );
  const next = room.run(stays, work('next'));
  await endOne();
  await first;
  assert.equal(begun, ['first', 'next']);
  await endOne();
  await next;
  const last = room.run(stays, work('last'));
  await endOne();
  await last;
  assert.equal(begun, ['first', 'next', 'last']);
});

test('a disconnected client frees its waiting place for a new request', async () => {
  const room = createRequestQueue({ ...limits, atOnce: 1, mostWaiting: 2 });
  const { begun, work, endOne } = slowWork();
  let haveGone = false;
  const first = room.run(stays, work('first'));
  const left = ['a', 'b'].map((name) => room.run(() => haveGone, work(name)));
  haveGone = true;
  const next = room.run(stays, work('next'));
  await Promise.all(left);
  await endOne();
  await first;
  await endOne();
  await next;
  assert.equal(begun, ['first', 'next']);
});

test.run();
