/** The axis of a source's plot: it begins and ends at days that it names, and names do not touch. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type AxisDay, type PlottedRun, rowsPlot } from '../../../explorer/plots/rows.ts';
import { day } from '../../api/records.ts';

const start = Date.parse('2026-01-29T07:31:00Z');
/** As wide as the name of a day, such as "28 Sep 2026", at 11 px, and a gap. */
const nameWidth = 76;
const wide = { width: 1_000, height: 240, left: 40 };

const runsAt = (...days: readonly number[]): readonly PlottedRun[] =>
  days.map((n, index) => ({
    at: start + n * day,
    rows: 30 + index,
    rejected: false,
    added: index,
    changed: 0,
    removed: 0,
  }));
const axisOf = (runs: readonly PlottedRun[]) => rowsPlot(runs, wide)?.below?.days ?? [];

const leftOf = ({ x, anchor }: AxisDay): number => x - { start: 0, middle: nameWidth / 2, end: nameWidth }[anchor];

for (const length of [0.2, 1, 2, 6, 9, 13, 31, 45, 60, 97, 204, 366, 700, 2_500]) {
  test(`U-26 the axis of ${length} days has the files within its round ends, and names that do not touch`, () => {
    const runs = runsAt(0, length / 3, length);
    const axis = axisOf(runs);
    const [first, last] = [axis[0], axis.at(-1)];
    assert.ok(axis.length >= 1 && axis.length <= 12, `${axis.length} names`);
    assert.ok(first !== undefined && first.at <= start && (last?.at ?? 0) >= start + length * day);
    assert.is(new Set(axis.map(({ at }) => at)).size, axis.length);
    for (const [index, one] of axis.entries()) {
      assert.is(one.at % day, 0, `${new Date(one.at).toISOString()} is a whole day`);
      assert.ok(leftOf(one) >= 0 && leftOf(one) + nameWidth <= wide.width, `${one.x} is within the drawing`);
      const next = axis[index + 1];
      if (next !== undefined) assert.ok(leftOf(next) - leftOf(one) >= nameWidth, `${one.x} and ${next.x}`);
    }
    const steps = axis.slice(1).map(({ x }, index) => x - (axis[index]?.x ?? 0));
    assert.ok(Math.max(...steps) < 1.6 * Math.min(...steps) || steps.length < 2, `equal steps: ${steps.join(', ')}`);
    const dots = rowsPlot(runs, wide)?.dots ?? [];
    assert.is(dots.length, 3);
    for (const { x } of dots) assert.ok(x >= first.x && x <= (last?.x ?? 0));
  });
}

test('one file has one name, and a drawing without numbers has no axis', () => {
  assert.is(axisOf(runsAt(0)).length, 1);
  assert.is(rowsPlot(runsAt(0, 4), { width: 140, height: 30, left: 0 })?.below, null);
});

test.run();
