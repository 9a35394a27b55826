import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changeView, type ChangeView } from '../../explorer/readers/changes/change-view.ts';
import { storiesOf, tagsOf } from '../../explorer/stories.ts';
import type { Change } from '../../schemas/generated/records.ts';
import { change } from '../api/records.ts';

const viewOf = (name: string, n: number, part: Partial<Change> = {}): ChangeView => {
  const one = change(name, n, { subjectKey: 'row', ...part });
  const same = { ...one.explanation, headline: 'A row', whatDetail: 'A row.' };
  return {
    ...changeView(
      {
        change: { ...one, explanation: same },
        isNew: true,
        group: [],
      },
      null,
      [],
    ),
    token: { symbol: n < 3 ? 'USDX' : 'EURX', chain: `chain ${n}`, path: null },
  };
};

test('U-18 changes that differ in their token only are one story, whatever their order', () => {
  const all = [viewOf('a', 1), viewOf('b', 2), viewOf('c', 3), viewOf('other', 4, { subjectKey: 'another row' })];
  const members = (views: readonly ChangeView[]): readonly string[] =>
    storiesOf(views)
      .map((story) =>
        story.members
          .map(({ id }) => id)
          .sort()
          .join(),
      )
      .sort();
  assert.equal(members(all), members([...all].reverse()));
  const stories = storiesOf(all);
  assert.equal(
    stories.map((story) => story.members.length),
    [3, 1],
  );
  assert.is(
    stories.reduce((sum, story) => sum + story.members.length, 0),
    all.length,
    'no change is lost',
  );
  assert.equal(
    tagsOf(stories[0] ?? { members: [viewOf('a', 1)] }).map(({ symbol, chain }) => `${symbol} ${chain}`),
    ['USDX 2 chains', 'EURX chain 3'],
  );
});

for (const [name, part] of [
  ['time', { detectedAt: 5 }],
  ['direction', { direction: 'mixed' }],
  ['confirmation', { confirmed: false }],
  ['source', { sourceKey: 'register:other' }],
  ['field', { field: 'other' }],
  ['kind', { changeKind: 'added' }],
] as const) {
  test(`U-18 another ${name} is another story`, () => {
    assert.is(storiesOf([viewOf('a', 1), viewOf('b', 2, part)]).length, 2);
  });
}

test.run();
