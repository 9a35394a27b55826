/** All changes of one document revision are one group (conformance B-86, B-91). */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import { fieldFold, hour, type Overrides, reading, start } from './field-harness.ts';

const fields: readonly (readonly [name: string, before: unknown, after: unknown])[] = [
  ['redemption_fee', { bps: '10' }, { bps: '50' }],
  ['redemption_settlement_time', { count: 'business', days: '1' }, { count: 'business', days: '5' }],
  ['governing_law', { law: 'DE' }, null],
];

/** One capture of the terms, field by field. */
const capture = (hours: number, which: 1 | 2, given: Overrides = {}): readonly Observation[] =>
  fields.map((field) =>
    reading(hours, 'A', { field: field[0], value: field[which], quote: `${field[0]} ${which}`, ...given }),
  );

const distinct = <V>(changes: readonly Change[], of: (change: Change) => V): readonly V[] => [
  ...new Set(changes.map(of)),
];

test('B-86 the drafts of one capture are one group, and stay it when the next capture confirms them', () => {
  const { changes } = fieldFold();
  changes(...capture(0, 1));
  const drafts = changes(...capture(10, 2));
  assert.is(drafts.length, fields.length);
  assert.is(distinct(drafts, ({ id }) => id).length, fields.length);
  assert.is(distinct(drafts, ({ groupId }) => groupId).length, 1);
  assert.equal(
    distinct(drafts, ({ notableAt }) => notableAt),
    [null],
  );
  const confirmed = changes(...capture(17, 2));
  assert.equal(
    confirmed.map(({ id }) => id),
    drafts.map(({ id }) => id),
  );
  assert.equal(
    distinct(confirmed, ({ groupId }) => groupId),
    distinct(drafts, ({ groupId }) => groupId),
  );
  assert.equal(
    distinct(confirmed, ({ detectedAt }) => detectedAt),
    [start + 10 * hour],
  );
  assert.equal(
    distinct(confirmed, ({ notableAt }) => notableAt),
    [start + 17 * hour],
    'B-91 one notification, at confirmation',
  );
  assert.equal(changes(...capture(30, 2)), [], 'and no second one');
});

test('another capture and another source are other groups', () => {
  const { changes } = fieldFold();
  const elsewhere: Overrides = { sourceKey: 'whitepaper' };
  changes(...capture(0, 1), ...capture(0, 1, elsewhere));
  const raised = changes(...capture(10, 2).slice(0, 1), ...capture(10, 2, elsewhere), ...capture(11, 2).slice(1));
  assert.is(raised.length, 2 * fields.length);
  assert.is(distinct(raised, ({ groupId }) => groupId).length, 3);
});

test('a reading that withdraws one draft and opens another raises them in two groups', () => {
  const { changes } = fieldFold();
  changes(reading(0, 'A'));
  const [first] = changes(reading(10, 'B'));
  const [withdrawn, second] = changes(reading(12, 'C'));
  assert.is(withdrawn?.groupId, first?.groupId);
  assert.is.not(second?.groupId, first?.groupId);
});

test('the group of fields is that of the catalogue', () => {
  const { changes } = fieldFold();
  const drafts = changes(...capture(0, 1), ...capture(10, 2));
  assert.equal(
    drafts.map(({ fieldGroup }) => fieldGroup),
    ['redemption', 'redemption', 'terms'],
  );
});

test.run();
