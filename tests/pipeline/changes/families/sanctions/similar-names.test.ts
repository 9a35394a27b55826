/** The life of a candidate by a similar name: raised, revised, confirmed, dismissed, withdrawn. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reviewedPairs, reviewObservation } from '../../../../../pipeline/changes/reviews.ts';
import { verifyChange } from '../../../../../pipeline/changes/verify.ts';
import type { ReviewValue } from '../../../../../schemas/facts.ts';
import type { Change, Observation, SanctionsEntry } from '../../../../../schemas/generated/records.ts';
import { screeningWorld, type ScreeningWorld } from '../../../../support/screening-world.ts';
import { entry } from '../../../screening/harness.ts';
import { issuerId, lei } from '../../builders.ts';

const issuer = { name: 'Zenithal', legalName: 'Zenithal Payments SAS', lei, country: 'FR' };
const primary = { name: 'ZENITAL PAYMENTS COMPANY', kind: 'primary', weak: false };
const alias = (name: string) => ({ name, kind: 'alias', weak: false });
const listed = (over: Partial<SanctionsEntry> = {}): SanctionsEntry =>
  entry('e', { entityType: 'organisation', names: [primary], countries: ['DE'], ...over });

interface HeldCandidate extends ScreeningWorld {
  readonly candidate: Change;
  readonly seen: readonly Observation[];
}

function held(): HeldCandidate {
  const seen: Observation[] = [];
  const world = screeningWorld((observation) => seen.push(observation));
  assert.equal(world.declare(100, { [issuerId]: issuer }), []);
  const [candidate, ...others] = world.list(listed(), 200);
  if (candidate === undefined || others.length > 0) throw new Error('there is not one candidate');
  return { ...world, candidate, seen };
}

/** The operator reviews the newest revision, as the command does. */
function review({ observe, seen }: HeldCandidate, change: Change, verdict: ReviewValue['verdict'], at: number) {
  const cause = seen.find(
    ({ observationSha256 }) => observationSha256 === change.assessment.evidence.new.observationSha256,
  );
  if (cause === undefined) throw new Error('the cause was not seen');
  const pairs = reviewedPairs(change, cause);
  return observe(
    reviewObservation(change, {
      verdict,
      by: 'A. Analyst',
      why: 'The entry is a shipyard.',
      at,
      ...(pairs ? { pairs } : {}),
    }),
  );
}

const summary = (change: Change | undefined): readonly unknown[] =>
  change === undefined
    ? []
    : [
        change.explanation.kind,
        change.disposition,
        change.confirmed,
        change.lowSignal,
        change.notableAt,
        change.assessment.confidence,
      ];

test('B-85 raised: held, low signal, never notable, with the reason in words', () => {
  const { candidate } = held();
  assert.equal(summary(candidate), ['list_candidate', 'held', false, true, null, 0.3]);
  const { explanation, detail } = candidate;
  assert.is(explanation.headline, 'The list has an entry with a name similar to that of the issuer Zenithal');
  assert.match(detail, /names ZENITAL PAYMENTS COMPANY; the issuer Zenithal is declared as Zenithal Payments SAS\.$/);
  assert.match(
    explanation.whatDetail,
    /^Both have “Payments”\. “Zenithal” is spelled “ZENITAL”\. Countries: FR; the list states DE\. No exact identifier/,
  );
});

test('confirmed: a match from that moment, notable once, and it stays when the entry is amended', () => {
  const world = held();
  const [confirmed, ...others] = review(world, world.candidate, 'confirmed', 900);
  assert.equal([others.length, confirmed?.id], [0, world.candidate.id]);
  assert.equal(summary(confirmed), ['list_match_added', 'shown', true, false, 900, 0.3]);
  const [amended] = world.list(listed({ programs: ['NEW'] }), 1_000);
  assert.is(amended?.explanation.kind, 'list_match_amended');
  const [removed] = world.list(listed({ status: 'removed' }), 1_100);
  assert.equal([removed?.explanation.kind, removed?.confirmed], ['list_match_removed', true]);
  assert.equal(world.rescreen(), []);
});

/** What follows a dismissal: kinds, and a part of the last text. */
const dismissed: readonly {
  readonly name: string;
  readonly then: (world: HeldCandidate) => readonly Change[];
  readonly kinds: readonly string[];
  readonly text?: RegExp;
}[] = [
  { name: 'the same pair again', then: ({ list }) => list(listed(), 1_000), kinds: [] },
  { name: 'another programme', then: ({ list }) => list(listed({ programs: ['NEW'] }), 1_000), kinds: [] },
  { name: 'another country', then: ({ list }) => list(listed({ countries: ['FR'] }), 1_000), kinds: [] },
  {
    name: 'removed, and listed again',
    then: ({ list }) => [...list(listed({ status: 'removed' }), 1_000), ...list(listed(), 1_100)],
    kinds: [],
  },
  {
    name: 'an alias that is not similar',
    then: ({ list }) => list(listed({ names: [primary, alias('QUORVAN')] }), 1_000),
    kinds: [],
  },
  {
    name: 'the same name in other letter case',
    then: ({ list }) => list(listed({ names: [{ ...primary, name: 'Zenital  Payments Company' }] }), 1_000),
    kinds: [],
  },
  {
    name: 'a further similar alias',
    then: ({ list }) => list(listed({ names: [primary, alias('ZENITHAAL PAYMENTS')] }), 1_000),
    kinds: ['list_candidate'],
    text: /New are .+ and “ZENITHAAL PAYMENTS”; an earlier candidate was dismissed on 1 January 1970: “The entry is a shipyard\.”/,
  },
  {
    name: 'the party gains a similar name',
    then: ({ declare }) => declare(1_000, { [issuerId]: { ...issuer, name: 'Zenitaal Payments' } }),
    kinds: ['list_candidate'],
    text: /New are “Zenitaal Payments” and “ZENITAL PAYMENTS COMPANY”; an earlier candidate/,
  },
  {
    name: 'an alias that equals our name',
    then: ({ list }) => list(listed({ names: [primary, alias('ZENITHAL PAYMENTS')] }), 1_000),
    kinds: ['list_candidate'],
    text: /^No exact identifier ties the two/,
  },
  {
    name: 'our LEI',
    then: ({ list }) => list(listed({ identifiers: [{ kind: 'lei', value: lei, country: null }] }), 1_000),
    kinds: ['list_match_added'],
  },
];

for (const { name, then, kinds, text } of dismissed) {
  test(`dismissed, then ${name}: ${kinds.join(', ') || 'nothing'}`, () => {
    const world = held();
    const [withdrawn] = review(world, world.candidate, 'dismissed', 900);
    assert.equal(summary(withdrawn).slice(0, 3), ['list_candidate', 'superseded', false]);
    const changes = then(world);
    assert.equal(
      changes.map(({ explanation }) => explanation.kind),
      kinds,
    );
    const last = changes.at(-1);
    if (text !== undefined) assert.match(last?.explanation.whatDetail ?? '', text);
    for (const change of changes) {
      assert.is.not(change.id, world.candidate.id);
      assert.ok(verifyChange(change, world.seen).ok);
    }
    assert.equal(world.rescreen(), []);
  });
}

test('a candidate dismissed again, with more names, covers all of them', () => {
  const world = held();
  review(world, world.candidate, 'dismissed', 900);
  const more = listed({ names: [primary, alias('ZENITHAAL PAYMENTS')] });
  const [again] = world.list(more, 1_000);
  assert.ok(again);
  review(world, again, 'dismissed', 1_100);
  assert.equal(world.list({ ...more, programs: ['NEW'] }, 1_200), []);
  assert.equal(world.list(listed(), 1_300), []);
});

test('a further name that is gone again: its candidate is withdrawn, and the dismissal stands', () => {
  const world = held();
  review(world, world.candidate, 'dismissed', 900);
  const [again] = world.list(listed({ names: [primary, alias('ZENITHAAL PAYMENTS')] }), 1_000);
  const [gone, ...others] = world.list(listed(), 1_100);
  assert.equal([others.length, gone?.id, gone?.disposition], [0, again?.id, 'superseded']);
  assert.match(
    gone?.explanation.headline ?? '',
    /^Withdrawn: a review dismissed every name of the entry of the list that is similar/,
  );
  assert.equal(world.list(listed({ programs: ['NEW'] }), 1_200), []);
});

test('B-91 a draft follows its level: equal names raise it, and it falls back', () => {
  const world = held();
  const [raised] = world.list(listed({ names: [primary, alias('ZENITHAL PAYMENTS')] }), 1_000);
  assert.equal([raised?.id, raised?.revision], [world.candidate.id, 1]);
  assert.equal(summary(raised), ['list_candidate', 'held', false, false, null, 0.5]);
  const [back] = world.list(listed(), 1_100);
  assert.equal([back?.id, back?.revision], [world.candidate.id, 2]);
  assert.equal(summary(back), ['list_candidate', 'held', false, true, null, 0.3]);
  assert.equal(world.list(listed({ programs: ['NEW'] }), 1_200), []);
});

const withdrawn: readonly (readonly [
  name: string,
  then: (world: HeldCandidate) => readonly Change[],
  headline: RegExp,
])[] = [
  ['the entry is gone', ({ list }) => list(listed({ status: 'removed' }), 1_000), /no longer has an entry with a name/],
  [
    'the entry has another name',
    ({ list }) => list(listed({ names: [{ ...primary, name: 'QUORVAN' }] }), 1_000),
    /no longer has an entry with a name/,
  ],
  [
    'the party has other names',
    ({ declare }) => declare(1_000, { [issuerId]: { ...issuer, name: 'Quorvan', legalName: 'Quorvan SAS' } }),
    /is no candidate for the issuer Quorvan any more|is no candidate for the issuer Zenithal any more/,
  ],
  [
    'the entry states another LEI',
    ({ list }) => list(listed({ identifiers: [{ kind: 'lei', value: '7LTWFZYICNSX8D621K86', country: null }] }), 1_000),
    /is no candidate for the issuer Zenithal any more/,
  ],
  ['the asset no longer names the party', ({ declare }) => declare(1_000, { [issuerId]: null }), /no longer names/],
];

for (const [name, then, headline] of withdrawn) {
  test(`withdrawn: ${name}`, () => {
    const world = held();
    const [change, ...others] = then(world);
    assert.equal([others.length, change?.id, change?.disposition], [0, world.candidate.id, 'superseded']);
    assert.match(change?.explanation.headline ?? '', headline);
    assert.match(change?.explanation.headline ?? '', /^Withdrawn: /);
    assert.equal(world.rescreen(), []);
  });
}

test.run();
