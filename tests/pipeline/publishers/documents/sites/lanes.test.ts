import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  afterFetch,
  afterRequest,
  afterRetryAfter,
  type DueDocument,
  firstDue,
  isEarlier,
  laneLimits,
  newLane,
  nextFetches,
  requestAt,
  retryAfterMs,
} from '../../../../../pipeline/publishers/documents/sites/lanes.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;

const waits: readonly (readonly [string | null, number | null])[] = [
  [null, null],
  ['120', 120_000],
  [' 0 ', null],
  ['-5', null],
  ['1.5', null],
  ['999999999', day],
  ['soon', null],
  ['', null],
  ['2026-03-01', null],
  ['Sun, 01 Mar 2026 12:05:00 GMT', 5 * minute],
  ['Sunday, 01-Mar-26 12:05:00 GMT', 5 * minute],
  ['Sun, 01 Mar 2026 11:00:00 GMT', null],
  ['Sun, 01 Mar 2099 12:00:00 GMT', day],
];
for (const [value, expected] of waits) {
  test(`Retry-After: ${value ?? 'none'}`, () => assert.is(retryAfterMs(value, now), expected));
}

const pauses: readonly (readonly [crawlDelay: number | null, everyMs: number, expected: number])[] = [
  [null, 1_000, 1_000],
  [0.2, 500, 1_000],
  [10, 1_000, 10_000],
  [10, 20_000, 20_000],
  [600, 1_000, 60_000],
];
for (const [crawlDelay, everyMs, expected] of pauses) {
  test(`requests with Crawl-delay ${crawlDelay ?? 'none'} and ${everyMs} ms are ${expected} ms apart`, () => {
    assert.is(afterRequest(newLane, now, { everyMs, crawlDelay }).nextRequestAt, now + expected);
  });
}

test('a request waits for the delay that robots.txt states, also when the request before it was that for robots.txt', () => {
  const lane = afterRequest(newLane, now, { everyMs: 1_000, crawlDelay: null });
  assert.is(requestAt(lane, { everyMs: 1_000, crawlDelay: null }), now + 1_000);
  assert.is(requestAt(lane, { everyMs: 1_000, crawlDelay: 10 }), now + 10_000);
  const slow = afterRequest(newLane, now, { everyMs: 1_000, crawlDelay: 10 });
  assert.is(requestAt(slow, { everyMs: 1_000, crawlDelay: null }), now + 10_000, 'robots.txt is asked no sooner');
});

test('above 60 s of Crawl-delay a lane has one fetch a day', () => {
  assert.is(afterFetch(newLane, now, 61).closedUntil, now + day);
  assert.is(afterFetch(newLane, now, 60).closedUntil, 0);
});

test('2,000 requests close a lane until the next day', () => {
  let lane = newLane;
  for (let request = 0; request < laneLimits.requestsPerDay; request += 1) {
    assert.is(lane.closedUntil, 0);
    lane = afterRequest(lane, now, { everyMs: 1, crawlDelay: null });
  }
  assert.is(lane.closedUntil, Date.parse('2026-03-02T00:00:00Z'));
  assert.is(afterRequest(lane, now + day, { everyMs: 1, crawlDelay: null }).requests, 1);
});

test('Retry-After never opens a lane sooner', () => {
  const closed = { ...newLane, closedUntil: now + day };
  assert.is(afterRetryAfter(closed, now, '60').closedUntil, now + day);
  assert.is(afterRetryAfter(newLane, now, '60').closedUntil, now + minute);
  assert.is(afterRetryAfter(newLane, now, 'x'), newLane);
});

const due = (documentId: string, lane: string, dueAt: number): DueDocument => ({ documentId, lane, dueAt });
const ids = (documents: readonly DueDocument[]): string => documents.map(({ documentId }) => documentId).join(' ');

/** The first of each lane, as the publisher keeps them. */
const inOrder = (documents: readonly DueDocument[]): readonly DueDocument[] =>
  [...new Set(documents.map(({ lane }) => lane))]
    .flatMap((lane) => firstDue(documents.filter((one) => one.lane === lane)) ?? [])
    .sort((a, b) => (isEarlier(a, b) ? -1 : 1));

test('one document a lane, the longest due first; closed and busy lanes wait', () => {
  const documents = [
    due('a', 'x', now - 1),
    due('b', 'x', now - 2),
    due('c', 'y', now - 3),
    due('d', 'z', now + minute),
  ];
  const all = nextFetches(inOrder(documents), new Map(), new Set(), now);
  assert.is(ids(all.start), 'c b');
  assert.is(all.wakeAt, now + minute);
  assert.is(ids(nextFetches(inOrder(documents), new Map(), new Set(['x']), now).start), 'c');
  const closed = new Map([['y', { ...newLane, closedUntil: now + 5 }]]);
  const waiting = nextFetches(inOrder(documents), closed, new Set(), now);
  assert.is(ids(waiting.start), 'b');
  assert.is(waiting.wakeAt, now + 5);
});

test('at most 16 lanes are busy', () => {
  const documents = Array.from({ length: 40 }, (_, index) => due(`d${index}`, `l${index}`, now - index));
  assert.is(nextFetches(inOrder(documents), new Map(), new Set(), now).start.length, 16);
  const busy = new Set(Array.from({ length: 15 }, (_, index) => `l${index}`));
  assert.is(nextFetches(inOrder(documents), new Map(), busy, now).start.length, 1);
});

test('no start is early, in a busy or closed lane, or the second of its lane, and none that could start is left while there is room', () => {
  const document = fc.record({
    documentId: fc.uuid(),
    lane: fc.constantFrom('a', 'b', 'c', 'd'),
    dueAt: fc.integer({ min: now - 1_000, max: now + 1_000 }),
  });
  const closedUntil = fc.integer({ min: now - 500, max: now + 500 });
  fc.assert(
    fc.property(
      fc.array(document, { maxLength: 40 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), closedUntil),
      fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
      (documents, closed, busyLanes) => {
        const lanes = new Map(
          Object.entries(closed).map(([lane, until]) => [lane, { ...newLane, closedUntil: until }]),
        );
        const busy = new Set<string>(busyLanes);
        const { start, wakeAt } = nextFetches(inOrder(documents), lanes, busy, now);
        const isOpen = (lane: string): boolean => !busy.has(lane) && (lanes.get(lane)?.closedUntil ?? 0) <= now;
        assert.is(new Set(start.map(({ lane }) => lane)).size, start.length);
        for (const { lane, dueAt } of start) assert.ok(dueAt <= now && isOpen(lane));
        for (const { lane, dueAt } of documents) {
          if (dueAt <= now && isOpen(lane))
            assert.ok(
              start.some((one) => one.lane === lane),
              lane,
            );
        }
        assert.ok(wakeAt === null || wakeAt > now);
      },
    ),
  );
});

test.run();
