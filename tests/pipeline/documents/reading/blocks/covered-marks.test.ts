import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inTables } from '../../../../../pipeline/documents/reading/blocks/covered-marks.ts';
import { createSteps } from '../../../../../pipeline/documents/reading/blocks/steps.ts';
import type { PageCell, PageLine } from '../../../../../schemas/values/reading.ts';

const test = suite('pieces of lines inside of cells');

const place = fc.integer({ min: 0, max: 30 }).map((value) => value / 2);
const cell = fc.tuple(place, place, place, place).map(([x0, y0, w, h]): PageCell => [x0, y0, x0 + w, y0 + h, 'cell']);
const line = fc.record({
  y: place,
  h: fc.constant(1),
  cells: fc.array(
    fc.tuple(place, place).map(([x0, w]) => [x0, x0 + w / 2, 'text'] as const),
    { maxLength: 3 },
  ),
  marks: fc.constant([]),
});

test('a piece is inside of a cell that covers it but for a point, whatever else is there', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.array(cell, { maxLength: 8 }),
      (lines: readonly PageLine[], cells) => {
        const isInTable = inTables(lines, cells, createSteps());
        for (const one of lines) {
          const covered = one.cells.map(([x0, x1]) =>
            cells.some(
              ([left, top, right, bottom]) =>
                one.y > top - 1 && one.y < bottom + 1 && x0 >= left - 1 && x1 <= right + 1,
            ),
          );
          assert.is(isInTable(one, 'some'), covered.some(Boolean));
          assert.is(isInTable(one, 'every'), covered.every(Boolean));
        }
      },
    ),
  );
});

test.run();
