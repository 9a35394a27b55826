import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changeView, type ChangeView } from '../../explorer/readers/changes/change-view.ts';
import { headlineOf, storiesOf, tagsOf } from '../../explorer/stories.ts';
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

test('a change that was withdrawn is no story with one that waits', () => {
  const held = { confirmed: false, disposition: 'held' } as const;
  const views = [viewOf('a', 1, held), viewOf('b', 2, { ...held, disposition: 'superseded' })];
  assert.equal(
    storiesOf(views).map(({ members }) => members.map(({ isWithdrawn }) => isWithdrawn)),
    [[false], [true]],
  );
});

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

const authority = (label: string, n: number, part: Partial<Change> = {}): ChangeView => {
  const one = change(`${label} of ${n}`, n, {
    subjectKey: label,
    title: `${label} replaced`,
    groupId: change(`transfer of ${n}`, n).groupId,
    ...part,
  });
  const explanation = { ...one.explanation, headline: `Another account holds the ${label}` };
  return changeView(
    {
      change: { ...one, explanation: { ...explanation, field: { ...explanation.field, label } } },
      isNew: true,
      group: [],
    },
    null,
    [],
  );
};

test('PE-9 U-18 changes of one reading are one story, and its line names each of them', () => {
  const owner = authority('Owner authority', 1, { direction: 'mixed' });
  const mint = authority('Mint authority', 1, { direction: 'weakens' });
  const stories = storiesOf([owner, viewOf('other', 1), mint]);
  assert.equal(
    stories.map((story) => story.members.map(({ id }) => id)),
    [[mint.id, owner.id], [viewOf('other', 1).id]],
    'the weightiest leads on',
  );
  assert.equal(stories.map(headlineOf), ['Mint authority and owner authority replaced', 'A row']);
  const gone = authority('Freeze authority', 1, { title: 'Freeze authority given up' });
  assert.equal(storiesOf([owner, mint, gone]).map(headlineOf), [
    'Mint authority replaced; Freeze authority given up; Owner authority replaced',
  ]);
  assert.equal(storiesOf([owner]).map(headlineOf), ['Another account holds the Owner authority']);
});

test('U-18 the same reading of two tokens is one story of both, whatever the order; another set of changes is not', () => {
  const all = [1, 2].flatMap((n) => [authority('Owner authority', n), authority('LEI', n)]);
  for (const views of [all, [...all].reverse()]) {
    assert.equal(
      storiesOf(views).map((story) => [story.members.length, headlineOf(story)].join(' ')),
      [views === all ? '4 Owner authority and LEI replaced' : '4 LEI and owner authority replaced'],
    );
  }
  assert.is(storiesOf(all.slice(0, 3)).length, 2);
});

test.run();
