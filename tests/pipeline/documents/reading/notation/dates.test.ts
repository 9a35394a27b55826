/** Days in lists, with zones and in seven languages. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dateOf, datesAt } from '../../../../../pipeline/documents/reading/notation/dates.ts';

const test = suite('dates as documents write them');

const days: readonly (readonly [text: string, date: string | null])[] = [
  ['30. Juni 2025', '2025-06-30'],
  ['30 juin 2025', '2025-06-30'],
  ['1er août 2025', '2025-08-01'],
  ['30 de junio de 2025', '2025-06-30'],
  ['30 giugno 2025', '2025-06-30'],
  ['31 maart 2025', '2025-03-31'],
  ['30 czerwca 2025', '2025-06-30'],
  ['23-Feb-23', '2023-02-23'],
  ['31-Feb-23', null],
  ['30 Brumaire 2025', null],
];
for (const [text, date] of days) test(text, () => assert.is(dateOf(text), date));

/** What a list names, or null where a part of it is not readable. */
const lists: readonly (readonly [text: string, dates: readonly string[] | null])[] = [
  ['June 23 and 30, 2023 are', ['2023-06-23', '2023-06-30']],
  ['23 and 30 June 2023.', ['2023-06-23', '2023-06-30']],
  ['May 31 and June 30, 2025 at 5:00 pm', ['2025-05-31', '2025-06-30']],
  ['May 30, 2025, and as of June 30, 2025, at 5:00 pm Eastern Time ("ET") is', ['2025-05-30', '2025-06-30']],
  ['December 31, 2024 and 2023, the', ['2024-12-31', '2023-12-31']],
  // The first zone that is named decides.
  ['30 June 2025 16:00 UTC (1 July 2025 00:00 HKT) the', ['2025-06-30']],
  ['30 June 2025 (1 July 2025 HKT) the', null],
  ['May 31, 2025 and', null],
  ['May 31, 2025 and June', null],
  ['May 31, 2025 and June 30', null],
  ['31 June 2025 and', null],
];
for (const [text, dates] of lists) {
  test(`list: ${text}`, () => {
    const read = datesAt(text, 0);
    assert.equal(read === null || read.isOpen ? null : read.dates, dates);
  });
}

test('no day is at the begin of other words', () => {
  for (const text of ['the Report Dates', 'June 2025', '5 days', '']) assert.is(datesAt(text, 0), null, text);
});

test.run();
