import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { truncationRuleOf } from '../../../../pipeline/documents/captures/classify-capture.ts';
import {
  seemsCutOff,
  type TruncationRule,
  truncationV1,
  truncationV2,
} from '../../../../pipeline/documents/captures/accepted-text.ts';
import { reader } from '../../../../schemas/values/reading.ts';
import { hasSharedData, sharedText } from '../../../support/shared-data.ts';

const edges: readonly (readonly [kept5: number, new5: number, v1: boolean, v2: boolean])[] = [
  [0.9, 0.03, true, true],
  [0.9, 0.031, false, false],
  [0.901, 0.03, false, false],
  [0.901, 0.003, false, true],
  [0.98, 0.003, false, true],
  [0.98, 0.0031, false, false],
  [0.981, 0, false, false],
  [0, 0, true, true],
];

for (const [kept5, new5, v1, v2] of edges) {
  test(`kept ${kept5}, new ${new5}: cut off by v1 ${v1}, by v2 ${v2}`, () =>
    assert.equal([seemsCutOff({ kept5, new5 }, truncationV1), seemsCutOff({ kept5, new5 }, truncationV2)], [v1, v2]));
}

test('what v1 calls cut off, v2 does: the second version adds a clause and changes none', () =>
  assert.equal(truncationV2.clauses.slice(0, truncationV1.clauses.length), truncationV1.clauses));

test('imported captures are classed as they were, those of this reader by the second version', () =>
  assert.equal([truncationRuleOf('page-1'), truncationRuleOf(reader.name)], [truncationV1, truncationV2]));

const recorded = 'disclosures/capture-health';

if (hasSharedData(recorded)) {
  test('on nine recorded pages, v2 keeps 85 of 86 truncations away and delays 6 of 371 revisions', () => {
    const lines = sharedText(`${recorded}/ota-series.measures.csv`).trim().split(/\r?\n/);
    const names = lines[0]?.split(',') ?? [];
    const captures = lines.slice(1).map((line) => {
      const cells = line.split(',');
      const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
      return {
        measures: { kept5: Number(cell('kept5')), new5: Number(cell('new5')) },
        isPassing: cell('passed_again_within_72h') === 'yes',
      };
    });
    const count = (rule: TruncationRule, isPassing: boolean): number =>
      captures.filter((one) => one.isPassing === isPassing && seemsCutOff(one.measures, rule)).length;
    assert.equal([captures.length, captures.filter(({ isPassing }) => isPassing).length], [457, 86]);
    assert.equal([count(truncationV1, true), count(truncationV1, false)], [55, 5]);
    assert.equal([count(truncationV2, true), count(truncationV2, false)], [85, 6]);
  });
} else {
  test.skip('measures of recorded pages: the sample data is not there', () => undefined);
}

test.run();
