import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Cell } from '../../../pipeline/registers/columns/cell.ts';
import { columnOf, columns } from '../../../pipeline/registers/columns/columns.ts';
import type { ColumnMeaning } from '../../../schemas/facts.ts';

const cell = (meaning: ColumnMeaning, text: string, elsewhere: readonly string[] = []): Cell => {
  const reading = columnOf(meaning).read(text) ?? { text: '' };
  const register = { label: 'label', register: 'the register', entity: 'A', matchedBy: 'identifier' } as const;
  return { meaning, ...register, ...reading, ...(elsewhere.length === 0 ? {} : { elsewhere }) };
};

const [one, two] = ['TJWK5QTRK', '6TNZQDKZK'];

test('an identifier that moved between two columns of a row was neither added nor removed', () => {
  const away = columns.dti.compare(cell('dti', `${one}|${two}`), cell('dti', one, [two]));
  assert.equal(away.members, { added: [], removed: [], movedIn: [], movedOut: [two] });
  assert.is(away.isSame, false);
  const here = columns.ffg.compare(cell('ffg', '', [two]), cell('ffg', two));
  assert.equal(here.members, { added: [], removed: [], movedIn: [two], movedOut: [] });
  assert.is(here.isSame, true, 'the column that it left reports the move');
});

test('a further identifier is an added member', () => {
  const { isSame, members } = columns.dti.compare(cell('dti', one), cell('dti', `${one}; ${two}`));
  assert.equal([isSame, members.added], [false, [two]]);
});

for (const [before, after, move] of [
  ['', '01/02/2026', 'set'],
  ['01/02/2026', '', 'emptied'],
  ['01/02/2026', '2026-01-31', 'earlier'],
  ['01/02/2026', '02.02.2026', 'later'],
  ['01/02/2026', 'soon', 'unreadable'],
] as const) {
  test(`a date from ${JSON.stringify(before)} to ${JSON.stringify(after)} is ${move}`, () => {
    const change = columns.authorisation_end.compare(
      cell('authorisation_end', before),
      cell('authorisation_end', after),
    );
    assert.equal([change.date, change.isSame], [move, false]);
  });
}

test('two notations of one day, and two spellings of one link, are the same content', () => {
  assert.ok(
    columns.white_paper_date.compare(cell('white_paper_date', '1.2.2026'), cell('white_paper_date', '2026-02-01'))
      .isSame,
  );
  const [http, www] = ['http://example.org/a/', 'https://www.example.org/a'];
  assert.ok(columns.white_paper_link.compare(cell('white_paper_link', http), cell('white_paper_link', www)).isSame);
});

test('a blank cell and one that stands for blank have no difference; any other text is one', () => {
  assert.ok(columns.comments.compare(null, cell('comments', 'n/a')).isSame);
  assert.not(columns.comments.compare(null, cell('comments', 'text')).isSame);
});

test('a meaning that this version does not know is compared as text', () => {
  const unknown = columnOf('a_meaning_of_another_version');
  assert.is(unknown.difference('Text.', 'text'), 'editorial');
  assert.is(unknown.difference('text', 'other'), 'changed');
});

test.run();
