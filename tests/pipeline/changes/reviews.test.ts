/** An operator's review of a candidate on a sanctions list (conformance B-67, B-85, B-91). */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reviewObservation, whyNotReviewed } from '../../../pipeline/changes/reviews.ts';
import { verifyChange } from '../../../pipeline/changes/verify.ts';
import type { ReviewValue } from '../../../schemas/facts.ts';
import type { Change, Observation } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import { screeningWorld, type ScreeningWorld } from '../../support/screening-world.ts';
import { declaredAsset, issuerId, lei, match, row } from './builders.ts';
import { listed, listedIssuer } from './listed-issuer.ts';

const given = { by: 'A. Analyst', why: 'The address of the entry is that of the issuer.' } as const;
const reviewed = (change: Change, verdict: ReviewValue['verdict'], at: number): Observation =>
  reviewObservation(change, { verdict, ...given, at });

/** The issuer has a candidate on the list. */
function held(): ScreeningWorld & { readonly candidate: Change } {
  const world = screeningWorld();
  world.declare(100, { [issuerId]: listedIssuer });
  const [candidate] = world.list(listed(), 200);
  if (candidate === undefined) throw new Error('there is no candidate');
  return { ...world, candidate };
}

const kinds = (changes: readonly Change[]): readonly string[] => changes.map(({ explanation }) => explanation.kind);

test('B-91 confirmed: the next revision of the same change, shown, notable once at the review', () => {
  const { observe, candidate } = held();
  assert.equal([candidate.confirmed, candidate.disposition, candidate.notableAt], [false, 'held', null]);
  const [confirmed, ...others] = observe(reviewed(candidate, 'confirmed', 900));
  assert.ok(confirmed);
  assert.is(others.length, 0);
  assert.equal([confirmed.id, confirmed.groupId, confirmed.revision], [candidate.id, candidate.groupId, 1]);
  assert.equal([confirmed.detectedAt, confirmed.notableAt, confirmed.revisedAt], [200, 900, 900]);
  assert.equal([confirmed.confirmed, confirmed.lowSignal, confirmed.disposition], [true, false, 'shown']);
  assert.equal([confirmed.explanation.kind, confirmed.direction], ['list_match_added', 'weakens']);
  assert.is(confirmed.assessment.confidence, 0.75, 'what it rests on is what it was');
  assert.equal([confirmed.quote, confirmed.sourceHash], [candidate.quote, candidate.sourceHash]);
  assert.is(confirmed.explanation.headline, 'The list names the issuer Example, as a review confirmed');
  assert.match(confirmed.explanation.whatDetail, /^Reviewed by A\. Analyst: “The address of the entry is that of/);
});

test('dismissed: the next revision withdraws it and it is never notable', () => {
  const { observe, candidate } = held();
  const [dismissed, ...others] = observe(reviewed(candidate, 'dismissed', 900));
  assert.ok(dismissed);
  assert.is(others.length, 0);
  assert.equal([dismissed.id, dismissed.revision], [candidate.id, 1]);
  assert.equal([dismissed.confirmed, dismissed.notableAt, dismissed.disposition], [false, null, 'superseded']);
  assert.match(dismissed.explanation.headline, /^Withdrawn: the entry of the list is not the issuer Example/);
});

test('a change is known since it took its state: a candidate at its first reading, then at its review', () => {
  for (const verdict of ['confirmed', 'dismissed'] as const) {
    const { observe, candidate } = held();
    assert.equal([candidate.knownAt, candidate.detectedAt, candidate.severity], [200, 200, 'high']);
    const [reviewedOnce] = observe(reviewed(candidate, verdict, 900));
    assert.ok(reviewedOnce);
    assert.equal([reviewedOnce.detectedAt, reviewedOnce.knownAt], [200, 900]);
    assert.is(reviewedOnce.severity, verdict === 'confirmed' ? 'severe' : 'low');
  }
});

test('a reviewed change can be recomputed from the observations it names', () => {
  const { candidate, observe } = held();
  const review = reviewed(candidate, 'confirmed', 900);
  const [confirmed] = observe(review);
  assert.ok(confirmed);
  const { declaration, observation } = observationsOf();
  assert.is(observation.id, candidate.newObservationId);
  assert.is(verifyChange(confirmed, [declaration, observation, review]).ok, true);
});

/** The observations behind `held`, as the join makes them. */
function observationsOf(): { readonly declaration: Observation; readonly observation: Observation } {
  const seen: Observation[] = [];
  const world = screeningWorld((observation) => seen.push(observation));
  world.declare(100, { [issuerId]: listedIssuer });
  world.list(listed(), 200);
  const declaration = seen.find(({ field }) => field === 'declaration');
  const observation = seen.find(({ field }) => field === 'match');
  if (declaration === undefined || observation === undefined) throw new Error('not observed');
  return { declaration, observation };
}

const later: readonly {
  readonly name: string;
  readonly then: (world: ScreeningWorld) => readonly Change[];
  readonly confirmed: readonly string[];
  readonly dismissed: readonly string[];
}[] = [
  { name: 'the same again', then: ({ list }) => list(listed(), 1_000), confirmed: [], dismissed: [] },
  {
    name: 'amended: another programme',
    then: ({ list }) => list(listed({ programs: ['NEW'] }), 1_000),
    confirmed: ['list_match_amended'],
    dismissed: [],
  },
  {
    name: 'amended: without the country, with the same name',
    then: ({ list }) => list(listed({ countries: [] }), 1_000),
    confirmed: ['list_match_amended'],
    dismissed: [],
  },
  {
    name: 'removed',
    then: ({ list }) => list(listed({ status: 'removed' }), 1_000),
    confirmed: ['list_match_removed'],
    dismissed: [],
  },
  {
    name: 'removed, and listed again',
    then: ({ list }) => [...list(listed({ status: 'removed' }), 1_000), ...list(listed(), 1_100)],
    confirmed: ['list_match_removed', 'list_match_added'],
    dismissed: [],
  },
  {
    name: 'amended: it states our LEI',
    then: ({ list }) => list(listed({ identifiers: [{ kind: 'lei', value: lei, country: null }] }), 1_000),
    confirmed: ['list_match_amended'],
    dismissed: ['list_match_added'],
  },
  {
    name: 'it states our LEI, then no more',
    then: ({ list }) => [
      ...list(listed({ identifiers: [{ kind: 'lei', value: lei, country: null }] }), 1_000),
      ...list(listed(), 1_100),
    ],
    confirmed: ['list_match_amended', 'list_match_amended'],
    dismissed: ['list_match_added', 'list_match_removed'],
  },
  {
    name: 'the asset no longer names the party, then again',
    then: ({ declare }) => [...declare(1_000, { [issuerId]: null }), ...declare(1_100, { [issuerId]: listedIssuer })],
    confirmed: ['list_match_removed', 'list_match_added'],
    dismissed: [],
  },
  {
    name: 'the party has other names',
    then: ({ declare }) => declare(1_000, { [issuerId]: { ...listedIssuer, legalName: 'Other SAS', name: 'Other' } }),
    confirmed: ['list_match_removed'],
    dismissed: [],
  },
];

for (const { name, then, ...expected } of later) {
  for (const verdict of ['confirmed', 'dismissed'] as const) {
    test(`a review follows the entry and the party, ${verdict}, ${name}: ${expected[verdict].join(', ') || 'nothing'}`, () => {
      const world = held();
      world.observe(reviewed(world.candidate, verdict, 900));
      const changes = then(world);
      assert.equal(kinds(changes), expected[verdict]);
      for (const change of changes) {
        assert.is(change.confirmed, true);
        assert.is.not(change.id, world.candidate.id, 'the reviewed change is closed');
      }
      assert.equal(world.rescreen(), []);
    });
  }
}

test('an entry that lost its identifier and keeps a dismissed name: the text states the end of the match', () => {
  const world = held();
  world.observe(reviewed(world.candidate, 'dismissed', 900));
  world.list(listed({ identifiers: [{ kind: 'lei', value: lei, country: null }] }), 1_000);
  const [removed] = world.list(listed(), 1_100);
  assert.match(removed?.detail ?? '', new RegExp(`no longer names the LEI ${lei}, that of the issuer Example`));
});

test('a party with other names ends its matches by name; the text does not state that the list changed', () => {
  const renamed = { ...listedIssuer, legalName: 'Other SAS', name: 'Other' };
  const confirmed = held();
  confirmed.observe(reviewed(confirmed.candidate, 'confirmed', 900));
  const [ended] = confirmed.declare(1_000, { [issuerId]: renamed });
  assert.equal(
    [ended?.explanation.kind, ended?.changeKind, ended?.direction],
    ['list_match_removed', 'removed', 'neutral'],
  );
  assert.is(
    ended?.explanation.headline,
    'The issuer Example is declared under other names; the list still has the entry',
  );
  const open = held();
  const [withdrawn] = open.declare(1_000, { [issuerId]: renamed });
  assert.equal([withdrawn?.id, withdrawn?.disposition], [open.candidate.id, 'superseded']);
  assert.match(withdrawn?.explanation.headline ?? '', /^Withdrawn: the issuer Example is declared under other names/);
  assert.equal(kinds(open.declare(1_100, { [issuerId]: listedIssuer })), ['list_candidate'], 'called as before');
});

test('another name of ours that the entry has, too, is no amendment of the entry', () => {
  const names = ['EXAMPLE PAYMENTS', 'EXAMPLE TWO'].map((name) => ({ name, kind: 'primary', weak: false }));
  const world = screeningWorld();
  world.declare(100, { [issuerId]: listedIssuer });
  const [candidate] = world.list(listed({ names }), 200);
  assert.ok(candidate);
  world.observe(reviewed(candidate, 'confirmed', 900));
  assert.equal(world.declare(1_000, { [issuerId]: { ...listedIssuer, aliases: ['Example Two'] } }), []);
  assert.equal(world.declare(1_100, { [issuerId]: { ...listedIssuer, country: 'DE' } }), []);
});

test('a repeated review, or one of a decided change, has no effect', () => {
  const { observe, candidate, list } = held();
  const review = reviewed(candidate, 'confirmed', 900);
  assert.is(observe(review).length, 1);
  assert.equal(observe(review), []);
  assert.equal(observe(reviewed(candidate, 'dismissed', 950)), [], 'decided already');
  assert.equal(kinds(list(listed({ programs: ['NEW'] }), 1_000)), ['list_match_amended'], 'the first word stands');
  const other = held();
  other.list(listed({ status: 'removed' }), 800);
  assert.equal(other.observe(reviewed(other.candidate, 'confirmed', 900)), [], 'withdrawn meanwhile');
  assert.equal(kinds(other.list(listed(), 1_000)), ['list_candidate'], 'and not remembered');
});

test('a review of one entry has no effect on another entry', () => {
  const { observe, candidate, list } = held();
  observe(reviewed(candidate, 'dismissed', 900));
  assert.equal(kinds(list(listed({ entryId: 'f' }), 1_000)), ['list_candidate']);
  assert.equal(kinds(list(listed({ list: 'other-list' }), 1_000)), ['list_candidate']);
});

test('a review with an unknown verdict is parked', () => {
  const { apply } = declaredAsset();
  const review = makeObservation({
    ...reviewed(held().candidate, 'confirmed', 900),
    value: canonicalJson({ verdict: 'perhaps', changeId: 'x', reviewed: 'list:list', by: 'a', why: 'b' }),
  });
  assert.equal(apply(review), {
    kind: 'park',
    reason: 'the value of review / match is not usable: value.verdict is not one of confirmed, dismissed, reopened',
  });
});

test('of sanctions lists, only open candidates are reviewed', () => {
  const { candidate, observe, list } = held();
  assert.is(whyNotReviewed(candidate), null);
  const [confirmed] = observe(reviewed(candidate, 'confirmed', 900));
  const second = held();
  const [dismissed] = second.observe(reviewed(second.candidate, 'dismissed', 900));
  const [amended] = list(listed({ programs: ['NEW'] }), 1_000);
  const { changes, since } = declaredAsset();
  const [register] = changes(row(1, { status: 'held', sinceObservationId: since }));
  const [exact] = changes(match(2, { sinceObservationId: since }));
  const refusals = [confirmed, dismissed, amended, register, exact].map((change) =>
    change === undefined ? 'no change' : whyNotReviewed(change)?.replace(change.id, 'ID'),
  );
  assert.equal(refusals, [
    'ID is confirmed already: there is nothing left to decide',
    'ID is withdrawn already; a review is of an open candidate or draft',
    'ID is confirmed already: there is nothing left to decide',
    'ID is a change of the category register; only candidates of sanctions lists, drafts of disclosed fields and of parties are reviewed',
    'ID is confirmed already: there is nothing left to decide',
  ]);
});

test.run();
