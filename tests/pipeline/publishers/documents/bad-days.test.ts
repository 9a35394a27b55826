import * as assert from 'uvu/assert';
import { tableRows, textOf } from '../../../docs/tree.ts';
import { badDaysTest, rowsOfBadDays } from './bad-days.ts';

const test = badDaysTest(false);

test('the page about documents has a row for each of these days', () => {
  const [, section = ''] = textOf('docs/documents.md').split('\n## Bad days\n');
  const [table = ''] = section.split('\n## ');
  const rows = rowsOfBadDays();
  const wanted = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
  assert.equal(tableRows(table).slice(2), rows, `the table is to be:\n${wanted}`);
});

test.run();
