// rule: readings without end are answered at once, also tests/pipeline/changes/families/disclosure/hostile-readings.test.ts
// rule: no cell makes a reader slow, also tests/pipeline/registers/columns.test.ts
// rule: patterns stay linear on hostile text, also tests/pipeline/documents/captures/compare-texts.test.ts
// rule: long texts without a date or a wallet have none, also tests/pipeline/publishers/documents/fetch/find-document.test.ts and sanctions/wallets-in-text.test.ts
/** The time of the processor that texts of many characters take. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { maskedWords } from '../../pipeline/documents/captures/mask-text.ts';
import { passagesBetween } from '../../pipeline/documents/captures/passages.ts';
import { looseForm } from '../../pipeline/documents/fields/normal-forms.ts';
import { latestDateIn } from '../../pipeline/publishers/documents/fetch/link-dates.ts';
import { walletsInText } from '../../pipeline/publishers/sanctions/wallets-in-text.ts';
import { columnOf } from '../../pipeline/registers/columns/columns.ts';
import { cpuMs } from '../support/real-time.ts';
import { testHostileReadings } from './changes/families/disclosure/hostile-readings.ts';

const cells = [
  `${'.'.repeat(65_000)}x${'.'.repeat(65_000)}`,
  `a.b/${'/'.repeat(65_000)}x`,
  ' '.repeat(65_000),
  'a.'.repeat(32_000),
  `http://${'.'.repeat(65_000)}`,
  'exchange between crypto-assets '.repeat(2_000),
];
const works: readonly (readonly [name: string, mostMs: number, work: () => void])[] = [
  ['dates', 10_000, () => void [latestDateIn('june '.repeat(100_000)), latestDateIn('1'.repeat(100_000))]],
  [
    'wallets',
    1_000,
    () => void [walletsInText('x'.repeat(260_000)), walletsInText(`${'a'.repeat(26)} `.repeat(10_000))],
  ],
  ['a run of punctuation', 2_000, () => void looseForm(`a${'. '.repeat(200_000)}a`)],
  [
    'masks',
    3_000,
    () => {
      for (const text of ['1.'.repeat(50_000), '1 may '.repeat(20_000), 'a. '.repeat(50_000), ' '.repeat(200_000)]) {
        maskedWords(text);
        passagesBetween(text, '');
      }
    },
  ],
  ...cells.map((cell) => {
    const compare = (): void => {
      for (const meaning of ['dti', 'services', 'passport', 'white_paper_link', 'legal_name', 'authority'] as const) {
        columnOf(meaning).difference(cell, `${cell}x`);
      }
    };
    return [`a cell of ${cell.slice(0, 8)}…`, 400, compare] as const;
  }),
];

const test = suite('hostile texts');

for (const [name, mostMs, work] of works) {
  test(name, () => {
    const start = cpuMs();
    work();
    const took = cpuMs() - start;
    assert.ok(took < mostMs, `took ${took} ms`);
  });
}

test.run();

const readings = suite('hostile readings');
let before = 0;
readings.before.each(() => {
  before = cpuMs();
});
readings.after.each(() => {
  assert.ok(cpuMs() - before < 10_000);
});
testHostileReadings(readings, 10);
readings.run();
