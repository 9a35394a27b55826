import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hour, openTenant, start } from './harness.ts';

const ids = ['5b0f0d10-0000-5000-8000-000000000001', '5b0f0d10-0000-5000-8000-000000000002'];

test('B-65, U-04 the seen marker moves on, never back and never past the record time, whatever is sent', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 48 }), { minLength: 1, maxLength: 8 }), (hours) => {
      const bench = openTenant();
      let seenAt = start;
      for (const after of hours) {
        const { status } = bench.give({ type: 'feed.seen', body: { upTo: start + after * hour } });
        const events = bench.log.filter(({ value }) => value.tenant !== null);
        const last = events.at(-1);
        const now = last?.value.tenant?.seenAt ?? 0;
        assert.ok(now >= seenAt && now <= (bench.log.at(-1)?.timestamp ?? 0));
        assert.is(status, now > seenAt ? 'accepted' : 'unchanged');
        seenAt = now;
      }
    }),
    { numRuns: 40 },
  );
});

test('marks are an event with the ids and the time, or null for unread again, and change nothing else', () => {
  const bench = openTenant();
  assert.is(bench.give({ type: 'inbox.mark', body: { notificationIds: ids, readAt: start } }).status, 'accepted');
  assert.is(bench.give({ type: 'inbox.mark', body: { notificationIds: ids, readAt: null } }).status, 'accepted');
  const marked = bench.log.map(({ value }) => value).filter(({ type }) => type === 'inbox.marked');
  assert.equal(
    marked.map(({ marks, tenant, item }) => [marks, tenant, item]),
    [
      [{ notificationIds: ids, readAt: start }, null, null],
      [{ notificationIds: ids, readAt: null }, null, null],
    ],
  );
});

test('a mark without ids, with more than 200, a repeated one or one that is no id is refused', () => {
  const many = Array.from({ length: 201 }, (_, at) => `5b0f0d10-0000-5000-8000-${String(at).padStart(12, '0')}`);
  for (const notificationIds of [[], many, [ids[0], ids[0]], ['x']] as readonly string[][]) {
    const bench = openTenant();
    assert.is(bench.give({ type: 'inbox.mark', body: { notificationIds, readAt: null } }).code, 'invalid_parameter');
    assert.is(
      bench.log.some(({ value }) => value.marks !== null),
      false,
    );
  }
  const all = openTenant().give({ type: 'inbox.mark', body: { notificationIds: many.slice(0, 200), readAt: start } });
  assert.is(all.status, 'accepted');
});

test.run();
