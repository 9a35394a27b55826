import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type PlottedStory, weeksPlot, weeksPlotSize } from '../../../explorer/plots/weeks.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { runsOf } from '../../support/runs.ts';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 7, 21, 12);

test('U-26 no story is lost, and no bar leaves the drawing or touches its neighbour, in any window', () => {
  const story = fc.record({
    back: fc.double({ min: 0, max: 1, noNaN: true }),
    direction: fc.constantFrom(...termsOf('direction')),
  });
  fc.assert(
    fc.property(fc.array(story, { minLength: 1, maxLength: 60 }), fc.integer({ min: 7, max: 365 }), (all, days) => {
      const since = now - days * dayMs;
      const stories = all.map(
        ({ back, direction }): PlottedStory => ({ at: now - back * days * dayMs, direction, href: '#x' }),
      );
      const plot = weeksPlot(stories, since, now);
      assert.is(
        plot.periods.reduce((sum, { count }) => sum + count, 0),
        stories.length,
      );
      let right: number = weeksPlotSize.left;
      for (const { x, width, bars, count } of plot.periods) {
        assert.ok(x >= right && x + width <= weeksPlotSize.width, `${x} ${width} after ${right}`);
        right = x + width;
        assert.is(
          bars.reduce((sum, bar) => sum + bar.count, 0),
          count,
        );
        for (const { y, height } of bars) {
          assert.ok(y >= weeksPlotSize.top - 0.1 && y + height <= weeksPlotSize.bottom + 0.1 && height > 0);
        }
      }
    }),
    { numRuns: runsOf(200) },
  );
});

test('U-28 a bar of the longest window is wide enough for a finger where the drawing is smallest', () => {
  const smallest = 0.704;
  for (const days of [30, 90, 180, 203, 204, 365]) {
    const { periods } = weeksPlot([{ at: now, direction: 'weakens', href: '#x' }], now - days * dayMs, now);
    assert.ok(((periods[0]?.width ?? 0) + 2) * smallest >= 23, `${days} days: ${periods[0]?.width}`);
  }
});

test('U-28 the name of a month that would not fit before the edge is left out', () => {
  const first = Date.UTC(2026, 11, 1);
  const shown = Array.from({ length: 40 }, (_, shift) => {
    const ended = first + (shift - 20) * dayMs;
    const { months } = weeksPlot([{ at: ended - dayMs, direction: 'mixed', href: '#x' }], ended - 365 * dayMs, ended);
    for (const { x } of months) assert.ok(x + 24 <= weeksPlotSize.width, `${shift}: ${x}`);
    return months.some(({ at }) => at === first);
  });
  assert.is(shown.at(-1), true, 'it is there once there is room');
});

test.run();
