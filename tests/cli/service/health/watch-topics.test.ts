import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { givenUp } from '../../../../cli/engine/log-findings.ts';
import { createHealthBoard } from '../../../../cli/service/health/health-board.ts';
import { watchTopics } from '../../../../cli/service/health/watch-topics.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import type { LogInspection } from '../../../../infra/log/lost-records.ts';
import { reached } from '../../../support/reached.ts';

const none: LogInspection = { lost: [], missing: [], replaced: [], settings: [] };
const lost = { topic: 'observations', partition: 3, below: 500, accepted: false } as const;

/** Watches a log with these inspections, one after the other; the last one is repeated. */
async function watched(inspections: readonly (LogInspection | Error)[]) {
  const board = createHealthBoard();
  const deaths: string[] = [];
  let asked = 0;
  const inspect = async (): Promise<LogInspection> => {
    const next = inspections[Math.min(asked, inspections.length - 1)] ?? none;
    asked += 1;
    if (next instanceof Error) throw next;
    return next;
  };
  const watch = watchTopics({ log: { inspect }, board, onDeath: (why) => void deaths.push(why), everyMs: 5 });
  await reached('all inspections were made', () => asked > inspections.length || deaths.length > 0);
  await watch.stop();
  return { failing: board.failing(), deaths };
}

const findings: readonly (readonly [title: string, inspection: LogInspection, finding: RegExp])[] = [
  [
    'lost records',
    { ...none, lost: [lost] },
    /^records of the log: has lost records: observations, partition 3, below offset 500: see docs\/runbooks\/records-lost\.md$/,
  ],
  ['a missing topic', { ...none, missing: ['changes'] }, /has no topic changes any more/],
  ['a setting that deletes', { ...none, settings: ['t.changes: retention.ms is 1'] }, /retention\.ms is 1/],
];
for (const [title, inspection, finding] of findings) {
  test(`${title}: /readyz names it, and no longer once it is mended`, async () => {
    const { failing, deaths } = await watched([inspection]);
    assert.is(failing.length, 1);
    assert.match(failing[0] ?? '', finding);
    assert.equal(deaths, []);
    assert.equal((await watched([inspection, none])).failing, []);
  });
}

test('records that were given up do not fail', async () => {
  const inspection = { ...none, lost: [{ ...lost, accepted: true }] };
  assert.equal((await watched([inspection])).failing, []);
  assert.is(givenUp(inspection), 'given up: observations, partition 3, below offset 500');
});

test('a topic that was created again ends the process', async () => {
  const { deaths } = await watched([none, { ...none, replaced: ['observations'] }]);
  assert.is(deaths.length, 1);
  assert.match(deaths[0] ?? '', /has a new topic in place of observations: the former records are lost/);
});

test('brokers that are away change nothing; another error is reported', async () => {
  assert.equal((await watched([{ ...none, lost: [lost] }, new RetryableError('away')])).failing.length, 1);
  assert.match((await watched([new Error('a bug')])).failing.join(), /cannot be inspected: Error: a bug/);
});

test('a log that others cannot delete from is not watched', async () => {
  const board = createHealthBoard();
  await watchTopics({ log: {}, board, onDeath: () => assert.unreachable() }).stop();
  assert.equal(board.failing(), []);
});

test.run();
