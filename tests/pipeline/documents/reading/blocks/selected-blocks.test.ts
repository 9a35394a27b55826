import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import type { Profile } from '../../../../../pipeline/documents/reading/profiles/schema.ts';
import { emptyReading, type Reading } from '../../../../../schemas/values/reading.ts';

const reading: Reading = {
  ...emptyReading,
  class: 'html',
  blocks: ['main>h1', 'main>section#fees>p', 'main>p', 'footer>p'].map((path, at) => ({
    path,
    text: `Block ${at}.`,
    heading: null,
    own: true,
  })),
};
const isWhole = (select: Profile['select']): boolean =>
  viewOf(reading, {
    kind: 'terms',
    profile: { id: 'terms', ...(select === undefined ? {} : { select }) },
    url: '',
    isWhole: true,
  }).isWhole;

test('while a page lacks the begin or the end of a selected part, nothing counts as no longer disclosed', () => {
  const cases: readonly (readonly [Profile['select'], boolean])[] = [
    [undefined, true],
    [[], true],
    [[{ startAfter: '#fees', endBefore: 'footer' }], true],
    [[{ startAfter: '#gone', endBefore: 'footer' }], false],
    [[{ startAfter: '#fees', endBefore: '#gone' }], false],
    [[{ endBefore: 'footer' }, { startAfter: '#gone' }], false],
  ];
  for (const [select, expected] of cases) assert.is(isWhole(select), expected, JSON.stringify(select));
});

test.run();
