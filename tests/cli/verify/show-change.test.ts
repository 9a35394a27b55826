/** What an operator reads of each kind of open candidate or draft: both sides, and what agrees. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inOrder, isOpen } from '../../../cli/verify/newest-changes.ts';
import { both } from '../../../cli/verify/show-change.ts';
import { approve } from '../../pipeline/changes/approve.ts';
import { scenarios } from '../../pipeline/changes/scenarios.ts';

const open = Object.values(scenarios).flatMap((make) => make().flatMap(({ changes }) => changes.filter(isOpen)));

/** One of each kind, field and source. */
const samples = [
  ...new Map(
    open.map((change) => [`${change.explanation.kind} ${change.field} ${change.sourceKey}`, change] as const),
  ).values(),
];

test('changes list --open: every kind of draft and candidate, by level', () => {
  assert.ok(samples.length > 10);
  approve(
    'changes-open.txt',
    `${inOrder(samples, 'level')
      .map((change) => both(change, null))
      .join('\n\n')}\n`,
  );
});

test('changes list --open: no text of another source breaks a line or a terminal', () => {
  for (const change of samples)
    assert.not.match(both(change, null), /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
});

test.run();
