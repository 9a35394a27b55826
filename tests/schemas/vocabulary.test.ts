import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isTerm, termsOf, vocabularyNames } from '../../schemas/vocabulary.ts';

for (const name of vocabularyNames) {
  test(`${name} has terms, each once`, () => {
    const terms: readonly string[] = termsOf(name);
    assert.ok(terms.length > 0);
    assert.equal(terms, [...new Set(terms)]);
    assert.ok(terms.every((term) => term === term.trim() && term !== ''));
    assert.ok(terms.every((term) => isTerm(name, term)));
  });
}

test('values that are not terms', () => {
  for (const value of ['', 'Weakens', 'weakens ', null, undefined, 0, ['weakens'], 'length', '0']) {
    assert.not.ok(isTerm('direction', value));
  }
});

test.run();
