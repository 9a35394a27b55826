import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceTrustOf } from '../../../../../pipeline/changes/families/source/source-trust.ts';
import { bannedWords } from '../../../../../pipeline/text/style-check.ts';
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../../../schemas/values/canonical.ts';
import { makeObservation } from '../../../../../schemas/values/observation.ts';
import { type Term, termsOf } from '../../../../../schemas/vocabulary.ts';
import { observation } from '../../builders.ts';
import {
  type CaptureStep,
  captures,
  elsewhere,
  home,
  hour,
  sentences,
  start,
  summaryOf,
  watchSource,
} from './builders.ts';
import { runsOf } from '../../../../support/runs.ts';

const whole = sentences(0, 100);
const cut = sentences(0, 60);
const other = sentences(500, 90);

test('trust: a document with other bytes is not yet accepted', () => {
  const source = watchSource();
  assert.equal(source.trust(whole), { isSuspect: false, isSettled: false, rewrittenAt: null });
  source.changes({ at: 0, text: whole }, { at: 24, text: cut });
  assert.is(source.trust(cut).isSuspect, true);
  assert.is(source.trust(whole).isSuspect, false);
});

test('trust: a text that three captures agree on is settled and no longer suspect', () => {
  const source = watchSource();
  source.changes({ at: 0, text: whole }, ...[24, 48, 96].map((at) => ({ at, text: cut })));
  assert.equal(source.trust(cut), { isSuspect: false, isSettled: true, rewrittenAt: null });
});

test('trust: the time of a rewrite is known, and that of its end', () => {
  const source = watchSource();
  source.changes({ at: 0, text: whole }, { at: 24, text: other });
  assert.equal(source.trust(other), { isSuspect: true, isSettled: false, rewrittenAt: null });
  const series = captures(...[0, 24, 29, 30, 40].map((at) => ({ at, text: at === 0 || at === 40 ? whole : other })));
  const borneOut = watchSource();
  borneOut.take(series.slice(0, 3));
  assert.is(borneOut.trust(other).isSuspect, true, 'too soon to bear it out');
  borneOut.take(series.slice(3, 4));
  assert.equal(borneOut.trust(other), { isSuspect: false, isSettled: false, rewrittenAt: start + 30 * hour });
  borneOut.take(series.slice(4));
  assert.is(borneOut.trust(whole).rewrittenAt, start + 40 * hour);
});

test('trust: a suspect text stays suspect when a capture has no comparison with it', () => {
  const source = watchSource();
  source.changes({ at: 0, text: whole }, { at: 24, text: cut });
  assert.equal(source.changes({ at: 48, text: cut }), []);
  assert.is(source.trust(cut).isSuspect, true);
});

test('trust: a notice in place of the document for one capture leaves nothing behind', () => {
  const source = watchSource();
  const notice = 'We are working on this page and will be back before long.';
  const changes = source.changes({ at: 0, text: whole }, { at: 24, text: notice }, { at: 34, text: whole });
  assert.equal(changes.map(summaryOf), [
    '24h source_rewritten changed unassessed suppressed low signal',
    '24h source_rewritten restored neutral collapsed revision 1 at 34h low signal',
  ]);
  assert.equal(source.trust(whole), { isSuspect: false, isSettled: false, rewrittenAt: null });
});

test('trust: without a hash, the capture of a reading is unknown', () => {
  const source = watchSource();
  const unnamed = observation({
    sourceKey: 'terms',
    field: 'redemption_fee',
    sourceHash: null,
    value: null,
    observedAt: 0,
  });
  source.changes({ at: 0, text: whole });
  assert.is(sourceTrustOf(source.state, unnamed).isSuspect, false);
  source.changes({ at: 0, text: whole }, { at: 24, text: cut });
  assert.is(sourceTrustOf(source.state, unnamed).isSuspect, true);
});

test('a move to another kind of document that settles is one change, not two with one id', () => {
  const moved = { text: other, documentClass: 'pdf', finalUrl: elsewhere } as const;
  const changes = watchSource().changes({ at: 0, text: whole }, ...[36, 72, 108].map((at) => ({ at, ...moved })));
  assert.equal(changes.map(summaryOf).slice(2), ['108h source_rewritten replaced unassessed suppressed low signal']);
});

test('trust: another site is accepted at once with the same text, with another text from its second capture on', () => {
  const source = watchSource();
  const moved = { text: other, finalUrl: elsewhere };
  source.changes({ at: 0, text: whole }, { at: 24, ...moved });
  assert.is(source.trust(other).isSuspect, true);
  source.changes({ at: 0, text: whole }, { at: 24, ...moved }, { at: 31, ...moved });
  assert.equal(source.trust(other), { isSuspect: false, isSettled: false, rewrittenAt: start + 31 * hour });
  const similar = watchSource();
  similar.changes({ at: 0, text: whole }, { at: 24, text: sentences(0, 101), finalUrl: elsewhere });
  assert.is(similar.trust(sentences(0, 101)).isSuspect, false);
});

test('trust: pending bytes that another reader reads stay pending until they settle', () => {
  const steps = [
    { at: 0, text: whole },
    ...[24, 48].map((at) => ({ at, text: cut })),
    { at: 60, text: cut, version: '2' },
  ];
  const source = watchSource();
  assert.equal(source.changes(...steps), []);
  assert.is(source.trust(cut).isSuspect, true);
  assert.equal(source.changes(...steps, { at: 97, text: cut, version: '2' }), []);
  assert.is(source.trust(cut).isSuspect, false);
});

test('trust: bytes that the capturer took for a part are pending', () => {
  const source = watchSource();
  source.changes({ at: 0, text: whole });
  const [capture] = captures({ at: 24, text: cut });
  if (capture === undefined) throw new Error('no capture');
  source.take([made({ ...capture, fetchOutcome: 'suspect_truncation', value: null })]);
  assert.is(source.trust(cut).isSuspect, true);
});

test('trust: few hashes are remembered', () => {
  const source = watchSource();
  source.changes(
    { at: 0, text: whole },
    ...Array.from({ length: 50 }, (_, n) => ({ at: n + 1, text: sentences(0, 80 - n) })),
  );
  assert.ok(source.state.dump().length < 20_000);
});

test('a capture without a comparison with the accepted one is not compared', () => {
  const source = watchSource();
  const [first, second] = captures({ at: 0, text: whole }, { at: 24, text: other });
  if (first === undefined || second?.value === undefined || second.value === null) throw new Error('no captures');
  const alone = { ...(JSON.parse(second.value) as object), comparisons: [] };
  const changes = source.take([first, made({ ...second, value: canonicalJson(alone) })]);
  assert.equal(changes.map(summaryOf), ['24h content_drift changed neutral suppressed low signal']);
  assert.match(changes[0]?.detail ?? '', /the two texts were not compared\.$/);
});

test('a value that cannot be used is an answer that was not read', () => {
  for (const value of ['null', '{}', '[]', '1', 'no JSON', '{"comparisons":[{"kept5":2}]}']) {
    const source = watchSource();
    const [capture, next] = captures({ at: 0, text: whole }, { at: 24, text: cut });
    if (capture === undefined || next === undefined) throw new Error('no captures');
    assert.equal(source.take([made({ ...capture, value }), next]), []);
    assert.is(source.trust(cut).isSuspect, false, 'the next capture is the baseline');
  }
});

test('late and repeated captures change nothing', () => {
  const steps: readonly CaptureStep[] = [
    { at: 0, text: whole },
    { at: 24, text: other },
    { at: 48, outcome: 'gone' },
    { at: 60, text: whole },
  ];
  const observations = captures(...steps);
  const source = watchSource();
  const changes = source.take(observations);
  const state = source.state.dump();
  assert.equal(source.take(observations), []);
  assert.equal(source.take([...observations].reverse()), []);
  assert.is(source.state.dump(), state);
  assert.equal(changes.length, 2);
});

test('a document that is imported after failed checks is read, and the checks after it go on', () => {
  const pages = [
    { at: 0, text: whole },
    { at: 24, text: sentences(0, 100).replaceAll('binds', 'obliges') },
  ];
  const observations = captures(...pages, ...[100, 130, 160].map((at) => ({ at, outcome: 'gone' as const })));
  const [read, failed, last] = [observations.slice(0, 2), observations.slice(2, 4), observations.slice(4)];
  const inOrder = watchSource();
  const expected = [read, failed, last].map((some) => inOrder.take(some).map(summaryOf));
  assert.equal(
    expected.map((some) => some.length),
    [1, 0, 1],
  );
  const imported = watchSource();
  assert.equal(imported.take(failed), []);
  assert.equal(imported.take(read).map(summaryOf), expected[0]);
  assert.equal(imported.take(captures({ at: 12, text: other })), [], 'older than what was read');
  assert.equal(imported.take(captures({ at: 120, outcome: 'gone' })), [], 'older than another failed check');
  assert.equal(imported.take(last).map(summaryOf), expected[2], 'the import did not end the run of failed checks');
  assert.is(imported.state.dump(), inOrder.state.dump());
});

test('sources of an asset, and assets, do not know of each other', () => {
  const source = watchSource();
  const [capture, gone] = captures({ at: 0, text: whole }, { at: 24, text: cut });
  if (capture === undefined || gone === undefined) throw new Error('no captures');
  source.take([capture, made({ ...gone, sourceKey: 'whitepaper', subjectKey: 'whitepaper' })]);
  assert.is(source.trust(cut).isSuspect, false);
});

test('the change of a capture rests on the captures it compares', () => {
  const steps = captures({ at: 0, text: whole }, { at: 24, text: `${whole}\n${sentences(100, 1)}` });
  const [change] = watchSource().take(steps);
  assert.is(change?.oldObservationId, steps[0]?.id);
  assert.is(change?.newObservationId, steps[1]?.id);
  assert.is(change?.category, 'source_drift');
  assert.is(change?.subjectKind, 'source');
  assert.is(change?.materiality, null);
  assert.is(change?.fieldGroup, null);
});

const texts = [whole, cut, other, sentences(0, 101), sentences(0, 95), '', `${whole}\nSeen 5 times.`];

const usually = <T>(value: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, fc.constantFrom(...others));

/** The same answer some times in a row: most rules wait for that. */
const spell = fc.record({
  times: fc.integer({ min: 1, max: 4 }),
  every: fc.integer({ min: 0, max: 40 }),
  isRead: fc.boolean(),
  text: fc.constantFrom(...texts),
  finalUrl: usually(home, elsewhere, 'https://third.example/'),
  documentClass: usually<Term<'documentClass'>>('html', 'pdf'),
  version: usually('1', '2'),
  outcome: usually<Term<'fetchOutcome'>>('gone', ...termsOf('fetchOutcome')),
});

const series = fc.array(spell, { maxLength: 8 }).map((spells) => {
  let at = 0;
  const steps = spells.flatMap(({ times, every, isRead, outcome, ...page }) =>
    Array.from({ length: times }, (): CaptureStep => {
      at += every;
      return isRead ? { at, ...page } : { at, outcome };
    }),
  );
  return captures({ at: 0, text: whole }, ...steps);
});

test('any series: one outcome, whole histories, nothing notable that is not confirmed', () => {
  fc.assert(
    fc.property(series, fc.nat(20), (observations, at) => {
      const source = watchSource();
      const changes = source.take(observations);
      assert.is(canonicalJson(watchSource().take(observations)), canonicalJson(changes));

      // A restart in between, and everything sent twice.
      const split = watchSource();
      const again = [...split.take(observations.slice(0, at)), ...watchSource(split.state).take(observations)];
      assert.is(canonicalJson(again), canonicalJson(changes));

      for (const revisions of byId(changes).values()) {
        assert.equal(
          revisions.map(({ revision }) => revision),
          revisions.map((_, index) => index),
        );
        const notable = revisions.findIndex(({ notableAt }) => notableAt !== null);
        if (notable >= 0) assert.ok(revisions.slice(notable).every(({ notableAt }) => notableAt !== null));
      }
      for (const change of changes) {
        if (change.notableAt !== null) assert.ok(change.confirmed && !change.lowSignal);
        assert.is(change.direction === 'weakens', change.explanation.kind === 'source_unreachable');
        checkWords(change);
      }
    }),
    { numRuns: runsOf(200) },
  );
});

function checkWords({ title, detail, before, after, explanation, impact }: Change): void {
  for (const text of [title, detail, before, after, explanation.headline, explanation.whatDetail, impact]) {
    if (text === null) continue;
    assert.equal(bannedWords(text), [], text);
    assert.not.match(text, /\{|\}| {2}|^ | $|undefined|NaN/);
  }
  for (const sentence of [detail, explanation.whatDetail]) assert.match(sentence, /^[A-Z].*\.$/);
}

function byId(changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  const found = new Map<string, Change[]>();
  for (const change of changes) found.set(change.id, [...(found.get(change.id) ?? []), change]);
  return found;
}

/** The observation with the id of its current content. */
function made({ id: _id, observationSha256: _hash, ...content }: Observation): Observation {
  return makeObservation(content);
}

test.run();
