import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { feed as euFsf } from '../../../../pipeline/publishers/sanctions/eu-fsf/feed.ts';
import { feed as ukSl } from '../../../../pipeline/publishers/sanctions/uk-sl/feed.ts';
import { readList, xmlFile } from '../../../support/xml-lists.ts';
import { fileOf, fixture, textOf } from '../../ingest/harness.ts';

const born = (designated: string, birth: string, type = 'person') =>
  readList(
    euFsf,
    xmlFile(
      '<?xml version="1.0"?><export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-02-14T00:00:00.000+01:00">' +
        `<sanctionEntity designationDate="${designated}" euReferenceNumber="EU.1.1" logicalId="7"><subjectType code="${type}"/>` +
        `<nameAlias wholeName="Ilya Quarnholt" strong="true"/><birthdate ${birth} calendarType="GREGORIAN"/></sanctionEntity></export>`,
    ),
  );

const alarm = (date: string): string => `Entry EU.1.1 states "${date}" as a date of birth, after its listing.`;

for (const [what, designated, birth, dates, alarms] of [
  ['a day after the listing', '2020-03-01', 'birthdate="2068-07-16"', [], [alarm('2068-07-16')]],
  ['a year after the listing', '2020-03-01', 'year="2064"', [], [alarm('2064')]],
  ['the year of the listing', '2020-03-01', 'birthdate="2020-07-16"', ['2020-07-16'], []],
  ['a day before it', '2020-03-01', 'birthdate="1968-07-16"', ['1968-07-16'], []],
  ['no day of a listing', '', 'birthdate="2068-07-16"', ['2068-07-16'], []],
] as const) {
  test(`a date of birth: ${what}`, () => {
    const list = born(designated, birth);
    assert.equal([list.rows[0]?.dates, list.alarms], [dates, alarms]);
  });
}

test('the UK list: a year of two digits that a program read as one of this century', () => {
  const text = textOf(fixture('uk-sl', 'made-up-UK-Sanctions-List.csv')).replaceAll('07/01/1960', '07/01/2060');
  const { rows, alarms } = readList(ukSl, fileOf('list.csv', text));
  assert.equal(rows.find(({ entryId }) => entryId === 'ZZZ0002')?.dates, ['1961']);
  assert.ok(alarms.includes('Entry ZZZ0002 states "2060-01-07" as a date of birth, after its listing.'));
});

test('a day of an organisation is no birth', () => {
  const { rows } = born('2020-03-01', 'birthdate="2068-07-16"', 'enterprise');
  assert.equal(rows[0]?.dates, ['2068-07-16']);
});

test.run();
