import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { familyTexts } from '../../../pipeline/changes/family-texts.ts';
import { namesReview } from '../../../schemas/terms/review-words.ts';

/** Every text of a tree of tables. */
function textsIn(table: unknown): readonly string[] {
  if (typeof table === 'string') return [table];
  return typeof table === 'object' && table !== null ? Object.values(table).flatMap(textsIn) : [];
}

test('PG-2 every text with a reviewer or a reason is known as one', () => {
  const texts = textsIn(familyTexts).filter((text) => /\{(?:by|why)\}/.test(text));
  assert.ok(texts.length > 8, String(texts.length));
  assert.equal(
    texts.filter((text) => !namesReview(text)),
    [],
  );
});

test('other texts are not', () => {
  for (const text of ['A review of 3 May 2026 confirmed that this is Acme.', 'Listed since 9 June 2010.', '']) {
    assert.is(namesReview(text), false, text);
  }
});

test.run();
