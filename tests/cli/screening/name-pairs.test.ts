import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readPairs } from '../../../cli/screening/name-pairs.ts';

const thrown =
  (message: string) =>
  (error: Error): boolean =>
    error.message === message;

const formats: readonly (readonly [name: string, text: string])[] = [
  ['NDJSON', '{"name1":"a","name2":"b"}\n\n{"name1":"c","name2":"d"}\n{"name1":'],
  ['CSV', 'name1,name2\na,b\nc,d\n"e'],
];
for (const [name, text] of formats) {
  test(`${name}: one pair too many ends the reading with its line`, () => {
    assert.throws(() => readPairs('f', text, 1), thrown('f, line 3 is one more than 1 pairs; split the file'));
  });
}

test('a line longer than any pair is refused', () => {
  const long = 'x'.repeat(70_000);
  assert.throws(
    () => readPairs('f', `{"name1":"${long}","name2":"b"}`),
    thrown('f, line 1 is longer than 65536 characters'),
  );
  assert.throws(() => readPairs('f', `name1,name2\n${long},b\n`), /neither NDJSON nor CSV/);
});

test.run();
