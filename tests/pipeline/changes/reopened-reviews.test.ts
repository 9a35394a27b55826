/** A review of a candidate on a sanctions list that is taken back (conformance U-27, B-67). */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reviewObservation, whyNotReopened } from '../../../pipeline/changes/reviews.ts';
import { verifyChange } from '../../../pipeline/changes/verify.ts';
import type { ReviewValue } from '../../../schemas/facts.ts';
import type { Change, Observation } from '../../../schemas/generated/records.ts';
import { screeningWorld, type ScreeningWorld } from '../../support/screening-world.ts';
import { declaredAsset, fold, issuerId, lei } from './builders.ts';
import { listed, listedIssuer } from './listed-issuer.ts';

const reviewed = (change: Change, verdict: ReviewValue['verdict'], at: number): Observation =>
  reviewObservation(change, { verdict, by: 'B. Analyst', why: `As of ${at}.`, at });

interface DecidedWorld extends ScreeningWorld {
  readonly candidate: Change;
  /** Everything that the asset is folded from. */
  readonly seen: readonly Observation[];
}

/** A candidate that a review decided. */
function decided(verdict: 'confirmed' | 'dismissed'): DecidedWorld {
  const seen: Observation[] = [];
  const world = screeningWorld((observation) => seen.push(observation));
  world.declare(100, { [issuerId]: listedIssuer });
  const [candidate] = world.list(listed(), 200);
  if (candidate === undefined) throw new Error('there is no candidate');
  world.observe(reviewed(candidate, verdict, 900));
  return { ...world, candidate, seen };
}

const state = ({ id, revision, confirmed, disposition, explanation }: Change) => ({
  id,
  revision,
  confirmed,
  disposition,
  kind: explanation.kind,
});

test('a dismissed candidate that is reopened is a candidate again: the next revision of the same change', () => {
  const { observe, candidate } = decided('dismissed');
  const [again, ...others] = observe(reviewed(candidate, 'reopened', 1_000));
  assert.ok(again);
  assert.is(others.length, 0);
  assert.equal(state(again), {
    id: candidate.id,
    revision: 2,
    confirmed: false,
    disposition: 'held',
    kind: 'list_candidate',
  });
  assert.equal([again.detectedAt, again.knownAt, again.notableAt], [200, 1_000, null]);
  assert.equal([again.severity, again.explanation.headline], [candidate.severity, candidate.explanation.headline]);
  assert.match(again.explanation.whatDetail, /An earlier review was taken back by B\. Analyst on .*: “As of 1000\.”$/);
  for (const verdict of ['confirmed', 'dismissed'] as const) {
    const world = decided('dismissed');
    world.observe(reviewed(world.candidate, 'reopened', 1_000));
    const [last] = world.observe(reviewed(again, verdict, 1_100));
    assert.equal([last?.id, last?.revision, last?.confirmed], [candidate.id, 3, verdict === 'confirmed']);
  }
});

test('a confirmed match that is reopened ends by a change that readers get, and its candidate is a new one', () => {
  const { observe, candidate } = decided('confirmed');
  const [ended, again, ...others] = observe(reviewed(candidate, 'reopened', 1_000));
  assert.ok(ended);
  assert.ok(again);
  assert.is(others.length, 0);
  assert.is(new Set([candidate.id, ended.id, again.id]).size, 3);
  const { id: _ended, ...end } = state(ended);
  assert.equal(end, { revision: 0, confirmed: true, disposition: 'shown', kind: 'list_match_removed' });
  assert.equal([ended.changeKind, ended.direction, ended.notableAt], ['removed', 'neutral', 1_000]);
  assert.is(ended.explanation.headline, 'A review took back that the list names the issuer Example');
  assert.not.match(JSON.stringify(ended), /candidate/, 'anybody reads it');
  const { id: _again, ...open } = state(again);
  assert.equal(open, { revision: 0, confirmed: false, disposition: 'held', kind: 'list_candidate' });
  assert.equal([again.knownAt, again.notableAt], [1_000, null]);
});

const later: readonly {
  readonly name: string;
  readonly then: (world: ScreeningWorld) => void;
  readonly confirmed: readonly string[];
  readonly dismissed: readonly string[];
}[] = [
  {
    name: 'the list amended its entry',
    then: ({ list }) => list(listed({ programs: ['NEW'] }), 950),
    confirmed: ['list_match_removed', 'list_candidate'],
    dismissed: ['list_candidate'],
  },
  {
    name: 'the entry left the list and came back',
    then: ({ list }) => [list(listed({ status: 'removed' }), 950), list(listed(), 960)],
    confirmed: ['list_match_removed', 'list_candidate'],
    dismissed: ['list_candidate'],
  },
  {
    name: 'the entry left the list',
    then: ({ list }) => list(listed({ status: 'removed' }), 950),
    confirmed: [],
    dismissed: [],
  },
  {
    name: 'the entry states our LEI: the match is exact now',
    then: ({ list }) => list(listed({ identifiers: [{ kind: 'lei', value: lei, country: null }] }), 950),
    confirmed: [],
    dismissed: [],
  },
  {
    name: 'the asset no longer names the party',
    then: ({ declare }) => declare(950, { [issuerId]: null }),
    confirmed: [],
    dismissed: [],
  },
];

for (const { name, then, ...expected } of later) {
  for (const verdict of ['confirmed', 'dismissed'] as const) {
    test(`reopened after ${verdict}, and ${name}: ${expected[verdict].join(', ') || 'nothing'}`, () => {
      const world = decided(verdict);
      then(world);
      const changes = world.observe(reviewed(world.candidate, 'reopened', 1_000));
      assert.equal(
        changes.map(({ explanation }) => explanation.kind),
        expected[verdict],
      );
      assert.equal(world.rescreen(), [], 'a restart states nothing');
    });
  }
}

test('a reopened candidate follows the list as at its first reading', () => {
  const cleared = decided('dismissed');
  cleared.observe(reviewed(cleared.candidate, 'reopened', 1_000));
  const [withdrawn] = cleared.list(listed({ status: 'removed' }), 1_100);
  assert.equal([withdrawn?.id, withdrawn?.disposition], [cleared.candidate.id, 'superseded']);
  const exact = decided('confirmed');
  const [, again] = exact.observe(reviewed(exact.candidate, 'reopened', 1_000));
  assert.equal(exact.list(listed(), 1_050), [], 'the same file again');
  const [added] = exact.list(listed({ identifiers: [{ kind: 'lei', value: lei, country: null }] }), 1_100);
  assert.equal([added?.id, added?.confirmed], [again?.id, true]);
});

test('only the review in force is taken back, once, and a repeated record has no effect', () => {
  const { observe, candidate } = decided('dismissed');
  const other = reviewed({ ...candidate, id: 'sanctions:other' }, 'reopened', 950);
  assert.equal(observe(other), [], 'a review of another change');
  const review = reviewed(candidate, 'reopened', 1_000);
  assert.is(observe(review).length, 1);
  assert.equal(observe(review), []);
  assert.equal(observe(reviewed(candidate, 'reopened', 1_100)), [], 'it is open');
  const never = screeningWorld();
  never.declare(100, { [issuerId]: listedIssuer });
  const [open] = never.list(listed(), 200);
  assert.ok(open);
  assert.equal(never.observe(reviewed(open, 'reopened', 900)), [], 'it was never decided');
  assert.is(whyNotReopened(candidate), `${candidate.id} is open: there is no review to take back`);
  assert.match(whyNotReopened({ ...candidate, category: 'register' }) ?? '', /only reviews of candidates/);
});

for (const verdict of ['confirmed', 'dismissed'] as const) {
  test(`replay: the records of a review that was taken back give the same bytes and pass the check, ${verdict}`, () => {
    const world = decided(verdict);
    const before = world.changes().length;
    const changes = world.observe(reviewed(world.candidate, 'reopened', 1_000));
    const replayed = fold();
    const outputs = replayed.outputs(...world.seen).filter(({ topic }) => topic === 'changes');
    assert.ok(outputs.length > before);
    assert.equal(
      outputs.slice(-changes.length).map(({ value }) => value),
      changes,
    );
    for (const change of changes) assert.is(verifyChange(change, world.seen).ok, true, change.explanation.kind);
  });
}

test('a draft of a disclosed field is not reopened', () => {
  const { changes } = declaredAsset();
  const draft = decided('dismissed').candidate;
  assert.equal(changes(reviewed({ ...draft, field: 'redemption_fee' }, 'reopened', 900)), []);
});

test.run();
