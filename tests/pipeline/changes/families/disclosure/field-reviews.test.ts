/** An operator's review of a draft of a disclosed field (conformance B-67, B-85, B-91). */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reviewObservation, whyNotReviewed } from '../../../../../pipeline/changes/reviews.ts';
import { verifyChange } from '../../../../../pipeline/changes/verify.ts';
import { bannedWords } from '../../../../../pipeline/text/style-check.ts';
import type { ReviewValue } from '../../../../../schemas/facts.ts';
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import { makeObservation } from '../../../../../schemas/values/observation.ts';
import { declared, at } from '../../builders.ts';
import { captures, sentences } from '../source/builders.ts';
import { fieldFold, hour, type Overrides, reading, start, type Step } from './field-harness.ts';

type Verdict = ReviewValue['verdict'];

const whole = `${sentences(0, 20)}\nSeen 5 times.`;

const reviewed = (change: Change, verdict: Verdict, hours: number): Observation =>
  reviewObservation(change, { verdict, by: 'A. Analyst', why: 'The table was misread', at: start + hours * hour });

/** The fee went from A to B, in one reading. */
function drafted(given: Overrides = {}) {
  const folding = fieldFold();
  const readings = [reading(0, 'A', given), reading(10, 'B', given)];
  const [draft] = folding.changes(...readings);
  if (draft === undefined) throw new Error('there is no draft');
  return { ...folding, draft, readings };
}

test('B-91 confirmed: the next revision of the same change, notable once at the review', () => {
  const { draft, changes, holds } = drafted();
  const [confirmed, ...others] = changes(reviewed(draft, 'confirmed', 12));
  assert.ok(confirmed);
  assert.is(others.length, 0);
  assert.equal([confirmed.id, confirmed.groupId, confirmed.revision], [draft.id, draft.groupId, 1]);
  assert.equal([confirmed.subjectKind, confirmed.field, confirmed.sourceKey], ['asset', 'redemption_fee', 'terms']);
  assert.equal(
    [confirmed.detectedAt, confirmed.notableAt, confirmed.revisedAt],
    [start + 10 * hour, start + 12 * hour, start + 12 * hour],
  );
  assert.equal([confirmed.confirmed, confirmed.lowSignal, confirmed.disposition], [true, false, 'shown']);
  assert.equal([confirmed.before, confirmed.after], [draft.before, draft.after]);
  assert.equal(
    [confirmed.quote, confirmed.priorQuote, confirmed.sourceHash],
    [draft.quote, draft.priorQuote, draft.sourceHash],
  );
  assert.match(confirmed.explanation.whatDetail, /Reviewed by A\. Analyst on 2 March 2026: “The table was misread”\.$/);
  assert.is(holds(), 'B');
});

test('the passages of a reviewed draft are dated as they were read', () => {
  const { draft, changes } = drafted();
  const [confirmed] = changes(reviewed(draft, 'confirmed', 80));
  assert.match(confirmed?.explanation.whatDetail ?? '', /as of 2 March 2026: .*on 5 March 2026: /);
});

test('dismissed: withdrawn, never notable, and the established value stays', () => {
  const { draft, changes, holds } = drafted();
  const [dismissed, ...others] = changes(reviewed(draft, 'dismissed', 12));
  assert.ok(dismissed);
  assert.is(others.length, 0);
  assert.equal([dismissed.id, dismissed.revision, dismissed.disposition], [draft.id, 1, 'superseded']);
  assert.equal([dismissed.confirmed, dismissed.notableAt], [false, null]);
  assert.match(dismissed.explanation.headline, /^Withdrawn: a review dismissed the reading of the redemption fee$/);
  assert.match(dismissed.explanation.whatDetail, /^Reviewed by A\. Analyst: “The table was misread”\. /);
  for (const text of [dismissed.title, dismissed.detail]) assert.equal(bannedWords(text), []);
  assert.is(holds(), 'A');
});

test('dismissed: the text states the value that was read, or that none was found', () => {
  const { draft, changes } = drafted();
  const [dismissed] = changes(reviewed(draft, 'dismissed', 12));
  assert.match(dismissed?.detail ?? '', /^One reading showed 0\.50 % for the redemption fee; .* does not state it\.$/);
  const folding = fieldFold();
  const [removal] = folding.changes(reading(0, 'A'), reading(10, '-'));
  assert.ok(removal);
  const [restored] = folding.changes(reviewed(removal, 'dismissed', 12));
  assert.is(
    restored?.detail,
    'One reading did not find the redemption fee; a review of 2 March 2026 established that the source states it as before.',
  );
  assert.is(restored?.explanation.headline, 'Withdrawn: a review dismissed a reading without the redemption fee');
});

const later: readonly {
  readonly name: string;
  readonly then: readonly Step[];
  readonly confirmed: readonly string[];
  readonly dismissed: readonly string[];
}[] = [
  {
    name: 'the same value',
    then: [
      [20, 'B'],
      [40, 'B'],
    ],
    confirmed: [],
    dismissed: [],
  },
  {
    name: 'the same value of other bytes and another medium',
    then: [[20, 'B', { documentClass: 'pdf' }]],
    confirmed: [],
    dismissed: [],
  },
  { name: 'the old value', then: [[20, 'A']], confirmed: ['20 #1.0 value_changed/changed draft'], dismissed: [] },
  {
    name: 'the old value twice',
    then: [
      [20, 'A'],
      [26, 'A'],
    ],
    confirmed: ['20 #1.0 value_changed/changed draft', '26 #1.1 value_changed/changed confirmed material, notable'],
    dismissed: [],
  },
  {
    name: 'a third value, and the reviewed one meanwhile',
    then: [
      [20, 'C'],
      [22, 'B'],
      [26, 'C'],
    ],
    confirmed: [
      '20 #1.0 value_changed/changed draft',
      '22 #1.1 value_changed/corrected withdrawn',
      '26 #2.0 value_changed/changed draft',
    ],
    dismissed: ['20 #1.0 value_changed/changed draft', '26 #1.1 value_changed/changed confirmed material, notable'],
  },
  {
    name: 'the same value through another lens',
    then: [[20, 'B', { extractorVersion: '2' }]],
    confirmed: [],
    dismissed: ['20 #1.0 value_changed/changed low suppressed'],
  },
  {
    name: 'a reading in part',
    then: [[20, 'B', { parseStatus: 'partial', value: null }]],
    confirmed: ['20 #1.0 value_changed/changed low suppressed'],
    dismissed: ['20 #1.0 value_changed/changed low suppressed'],
  },
  { name: 'a late reading of the old value', then: [[9, 'A', { quote: 'Ten.' }]], confirmed: [], dismissed: [] },
];

for (const { name, then, ...expected } of later) {
  for (const verdict of ['confirmed', 'dismissed'] as const) {
    test(`${verdict}, then ${name}: ${expected[verdict].join('; ') || 'nothing'}`, () => {
      const { draft, changes, raised } = drafted();
      changes(reviewed(draft, verdict, 12));
      assert.equal(raised(...then.map((step) => reading(...step))), expected[verdict]);
    });
  }
}

const gone: Overrides = { quote: null };
const page = (name: string): Overrides => ({ sourceHash: `sha256:${name.repeat(64)}` });

const words: readonly { readonly name: string; readonly draft: Step; readonly then: Step; readonly raised: number }[] =
  [
    { name: 'the same passage', draft: [10, 'B'], then: [90, 'B'], raised: 0 },
    {
      name: 'the passage in another spelling',
      draft: [10, 'B'],
      then: [90, 'B', { quote: 'the fee is  B' }],
      raised: 0,
    },
    {
      name: 'another passage',
      draft: [10, 'B'],
      then: [90, 'B', { quote: 'A fee of B applies from May.' }],
      raised: 1,
    },
    { name: 'the same bytes without the field', draft: [10, '-', page('a')], then: [90, '-', page('a')], raised: 0 },
    { name: 'other bytes without the field', draft: [10, '-', page('a')], then: [90, '-', page('b')], raised: 1 },
    {
      name: 'texts without a hash',
      draft: [10, 'B', { ...gone, sourceHash: null }],
      then: [90, 'B', { ...gone, sourceHash: null }],
      raised: 0,
    },
  ];

for (const { name, draft, then, raised } of words) {
  test(`dismissed, then the value from ${name}: ${raised === 0 ? 'nothing' : 'a draft of its own'}`, () => {
    const folding = fieldFold();
    const [first] = folding.changes(reading(0, 'A'), reading(...draft));
    assert.ok(first);
    folding.changes(reviewed(first, 'dismissed', 12));
    const later = folding.changes(reading(...then));
    assert.is(later.length, raised);
    assert.ok(later.every(({ id, disposition }) => id !== first.id && disposition === 'held'));
  });
}

test('a dismissed removal is raised again when the text of the document differs', () => {
  const folding = fieldFold();
  const text = (hours: number, sentence: string) => {
    const [capture] = captures({ at: 0, text: sentence });
    assert.ok(capture);
    return makeObservation({ ...capture, observedAt: start + hours * hour });
  };
  const [first] = folding.changes(text(0, whole), reading(0, 'A'), text(10, whole), reading(10, '-'));
  assert.ok(first);
  folding.changes(reviewed(first, 'dismissed', 12));
  assert.equal(
    folding.raised(text(20, whole.replace('Seen 5', 'Seen 7')), reading(20, '-')),
    [],
    'a counter in the text',
  );
  const held = folding.changes(text(30, `${whole}\nNothing else applies here.`), reading(30, '-'));
  assert.equal(
    held.filter(({ field }) => field === 'redemption_fee').map(({ disposition }) => disposition),
    ['held'],
  );
});

test('a repeated or late review, or one for another source, has no effect', () => {
  const { draft, changes, state } = drafted();
  const review = reviewed(draft, 'dismissed', 12);
  assert.is(changes(review).length, 1);
  const before = state.dump();
  assert.equal(changes(review), []);
  assert.equal(changes(reviewed(draft, 'confirmed', 13)), []);
  assert.equal(changes(reviewed({ ...draft, sourceKey: 'whitepaper' }, 'confirmed', 14)), []);
  assert.is(state.dump(), before);
  const second = drafted();
  assert.is(second.changes(reading(12, 'A')).length, 1);
  assert.equal(second.changes(reviewed(second.draft, 'confirmed', 13)), []);
});

test('drafts of one field in two sources are reviewed one by one', () => {
  const folding = fieldFold();
  const other: Overrides = { sourceKey: 'whitepaper' };
  const [terms] = folding.changes(reading(0, 'A'), reading(0, 'A', other), reading(10, 'B'), reading(11, 'B', other));
  assert.ok(terms);
  assert.is(folding.changes(reviewed(terms, 'confirmed', 12)).length, 1);
  assert.equal([folding.holds(), folding.holds(reading(0, 'A', other))], ['B', 'A, draft B']);
});

test('of disclosed fields, only open drafts are reviewed', () => {
  const { draft, changes } = drafted();
  assert.is(whyNotReviewed(draft), null);
  const [withdrawn] = changes(reading(12, 'A'));
  assert.ok(withdrawn);
  assert.match(whyNotReviewed(withdrawn) ?? '', /withdrawn already/);
  const [reread] = changes(reading(20, 'B', { extractorVersion: '2' }));
  assert.ok(reread);
  assert.match(whyNotReviewed(reread) ?? '', /no candidate and no draft: its disposition is suppressed/);
});

for (const verdict of ['confirmed', 'dismissed'] as const) {
  test(`B-72 everybody can recompute a change that was ${verdict}`, () => {
    const { draft, changes, readings } = drafted();
    const review = reviewed(draft, verdict, 12);
    const [revised] = changes(review);
    assert.ok(revised);
    const log = [declared(at('2024-01-01'), { regimes: [] }), ...readings, review];
    assert.is(verifyChange(draft, log).ok, true);
    assert.is(verifyChange(revised, log).ok, true);
  });
}

test.run();
