/** Which observations keep a file of evidence from the public. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasWithheld } from '../../../cli/service/evidence/withheld.ts';
import { observation } from '../../pipeline/changes/builders.ts';

const at = Date.UTC(2026, 5, 1);
const cell = observation({ subjectKind: 'register_row', field: 'wp_url', value: 'a', observedAt: at });
const match = (level: string) =>
  observation({ subjectKind: 'list_entry', field: 'match', sourceKey: 'list:un-sc', value: { level }, observedAt: at });
const review = observation({ subjectKind: 'review', field: 'match', sourceKey: 'review', value: {}, observedAt: at });
const has = (one: typeof cell, withheld: readonly string[] = []): boolean =>
  hasWithheld([{ observation: cell }, { observation: one }], new Set(withheld));

test('PG-2 a file has neither a review, nor a candidate, nor a reading that is held back', () => {
  assert.is(has(cell), false);
  assert.is(has(match('L1')), false, 'an exact identifier');
  assert.is(has(match('L5')), false, 'a parent');
  for (const level of ['L2', 'L3', 'L4']) assert.is(has(match(level)), true, level);
  assert.is(has(review), true);
  assert.is(has(cell, ['another']), false);
  assert.is(has(cell, [cell.id]), true);
});

test.run();
