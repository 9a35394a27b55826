import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dueByLane } from '../../../../../pipeline/publishers/documents/schedule/due-by-lane.ts';
import {
  type DueDocument,
  laneLimits,
  type LaneState,
  newLane,
  nextFetches,
  type Starts,
} from '../../../../../pipeline/publishers/documents/sites/lanes.ts';
import type { PlannedDocument } from '../../../../../pipeline/publishers/documents/schedule/plan.ts';
import { runsOf } from '../../../../support/runs.ts';

/** The same fetches without anything kept: every document is gone through each time. */
function fetchesOfAll(
  all: readonly DueDocument[],
  lanes: ReadonlyMap<string, LaneState>,
  busy: ReadonlySet<string>,
  now: number,
): Starts {
  const startAt = ({ dueAt, lane }: DueDocument): number => Math.max(dueAt, lanes.get(lane)?.closedUntil ?? 0);
  const sorted = all
    .filter(({ lane }) => !busy.has(lane))
    .sort((a, b) => a.dueAt - b.dueAt || (a.documentId < b.documentId ? -1 : 1));
  const firsts = sorted.filter((one, at) => sorted.findIndex(({ lane }) => lane === one.lane) === at);
  const later = firsts.map(startAt).filter((at) => at > now);
  return {
    start: firsts.filter((one) => startAt(one) <= now).slice(0, Math.max(0, laneLimits.lanes - busy.size)),
    wakeAt: later.length === 0 ? null : Math.min(...later),
  };
}

const laneNames = Array.from({ length: 24 }, (_, lane) => `lane-${lane}`);
const time = fc.integer({ min: 0, max: 40 });
const step = fc.record({
  now: time,
  closed: fc.dictionary(fc.constantFrom(...laneNames), time),
  busy: fc.uniqueArray(fc.constantFrom(...laneNames), { maxLength: 18 }),
  /** Documents that something was learned about, and when they are due since. */
  moved: fc.array(fc.tuple(fc.nat(59), time), { maxLength: 8 }),
});

test('fetches begin in the same order as when all documents are gone through, whatever moves', () => {
  const documents = fc.array(fc.tuple(fc.constantFrom(...laneNames), time), { maxLength: 60 });
  fc.assert(
    fc.property(documents, fc.array(step, { minLength: 1, maxLength: 12 }), (declared, steps) => {
      const planned = declared.map(([lane], at) => ({ documentId: `d${at % 7}-${at}`, lane }) as PlannedDocument);
      const dueAt = new Map(planned.map(({ documentId }, at) => [documentId, declared[at]?.[1] ?? 0]));
      const due = dueByLane(planned, ({ documentId }) => dueAt.get(documentId) ?? 0);
      for (const { now, closed, busy: busyLanes, moved } of steps) {
        const changed = new Set<string>();
        for (const [at, until] of moved) {
          const document = planned[at];
          if (document === undefined) continue;
          dueAt.set(document.documentId, until);
          changed.add(document.lane);
        }
        due.refresh(changed);
        const lanes = new Map(Object.entries(closed).map(([lane, at]) => [lane, { ...newLane, closedUntil: at }]));
        const busy = new Set<string>(busyLanes);
        const all = planned.map(({ documentId, lane }) => ({ documentId, lane, dueAt: dueAt.get(documentId) ?? 0 }));
        assert.equal(nextFetches(due.inOrder(), lanes, busy, now), fetchesOfAll(all, lanes, busy, now));
      }
    }),
    { numRuns: runsOf(200) },
  );
});

test('what is kept serves as long as the declarations are the same', () => {
  const [a, b] = ['a', 'b'].map((documentId) => ({ documentId, lane: 'x' }) as PlannedDocument);
  if (a === undefined || b === undefined) throw new Error('two documents');
  const due = dueByLane([a, b], () => 0);
  assert.is(due.isOf([a, b]), true);
  assert.is(due.isOf([a]), false);
  assert.is(due.isOf([a, { ...b }]), false);
  due.refresh(['declared no more']);
  assert.is(due.inOrder().length, 1);
});

test.run();
