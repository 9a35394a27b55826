import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Fact, factKey } from '../../../../../pipeline/changes/fact.ts';
import { sourceTrustOf } from '../../../../../pipeline/changes/families/source/source-trust.ts';
import type { Observation } from '../../../../../schemas/generated/records.ts';
import { declaredAsset, observation } from '../../builders.ts';
import { type CaptureStep, captures, elsewhere, hashOf, hour, sentences, start, summaryOf } from './builders.ts';
import { runsOf } from '../../../../support/runs.ts';

const whole = sentences(0, 100);
const cut = sentences(0, 60);
const twoThirds = sentences(0, 67);
const other = sentences(500, 90);
const raised = whole.replace('The ze clause', 'A fee of 25 basis points: the ze clause');
const notice = 'We are working on this page and will be back before long.';

/** Captures of the terms, each followed by its reading: the fee, unless the text lacks the passage. */
function readTerms(...steps: readonly CaptureStep[]): readonly string[] {
  const { changes } = declaredAsset();
  return changes(...readings(captures(...steps), steps))
    .filter(({ category }) => category === 'disclosure_field')
    .map(summaryOf);
}

const readings = (made: readonly Observation[], steps: readonly CaptureStep[]): readonly Observation[] =>
  made.flatMap((capture, index): readonly Observation[] => {
    const { at, text, version = '1' } = steps[index] ?? { at: 0 };
    return text === undefined ? [capture] : [capture, fee(at, text, version)];
  });

const fee = (at: number, text: string, extractorVersion = '1'): Observation =>
  observation({
    field: 'redemption_fee',
    sourceKey: 'terms',
    value: text.startsWith(whole) ? { bps: '10' } : text === other || text.startsWith('A fee') ? { bps: '25' } : null,
    quote: text === cut || text === twoThirds ? null : 'A fee applies.',
    sourceHash: hashOf(text),
    extractor: 'terms',
    extractorVersion,
    extractionRule: 'keyword:fee',
    observedAt: start + at * hour,
  });

test('a truncated capture removes no field', () => {
  assert.equal(
    readTerms({ at: 0, text: whole }, { at: 24, text: cut }, { at: 48, text: cut }, { at: 60, text: whole }),
    [],
  );
});

test('a document that loses a third of its text for a day changes no field and no source', () => {
  const steps: readonly CaptureStep[] = [
    { at: 0, text: whole },
    ...[24, 30, 36, 47].map((at) => ({ at, text: twoThirds })),
    ...[48, 54].map((at) => ({ at, text: whole })),
  ];
  const { changes } = declaredAsset();
  assert.equal(changes(...readings(captures(...steps), steps)).map(summaryOf), []);
});

test('a passage that three captures lack is removed', () => {
  const [removed, ...others] = readTerms({ at: 0, text: whole }, ...[24, 48, 96].map((at) => ({ at, text: cut })));
  assert.equal(others, []);
  assert.match(removed ?? '', /^96h value_removed removed \w+ shown( notable)?$/);
});

test('values of a rewritten document are not compared', () => {
  const [reread, ...others] = readTerms({ at: 0, text: whole }, { at: 24, text: other }, { at: 48, text: other });
  assert.equal(others, []);
  assert.match(reread ?? '', /^48h value_changed .* low signal$/);
});

test('a notice in place of the document for one capture withdraws no draft and is no baseline', () => {
  const raisedChanges = readTerms(
    { at: 0, text: whole },
    { at: 24, text: raised },
    { at: 34, text: notice },
    { at: 48, text: raised },
  );
  assert.is(raisedChanges.length, 2);
  assert.match(raisedChanges[0] ?? '', /^24h value_changed changed unassessed held unconfirmed$/);
  assert.match(raisedChanges[1] ?? '', /^24h value_changed changed \w+ shown revision 1 at 48h notable$/);
});

test('another site with another text is not accepted until it is confirmed', () => {
  const moved = { text: other, finalUrl: elsewhere };
  assert.equal(readTerms({ at: 0, text: whole }, { at: 24, ...moved }, { at: 30, text: whole }), []);
});

/** An event of the document on one day; the fee is read from any answer. */
const days: readonly Omit<CaptureStep, 'at'>[] = [
  { text: whole },
  { text: raised },
  { text: cut },
  { text: other },
  { text: notice },
  { text: '' },
  { text: other, documentClass: 'pdf' },
  { text: whole, version: '2' },
  { text: raised, finalUrl: elsewhere },
  { text: other, finalUrl: elsewhere },
  { outcome: 'gone' },
  { outcome: 'anti_bot' },
];

test('after any history, a document that is unchanged for a week is accepted', () => {
  const day = fc.constantFrom(...days);
  fc.assert(
    fc.property(fc.array(day, { maxLength: 7 }), fc.constantFrom(whole, raised, other, cut), (history, text) => {
      const stays = Array.from({ length: 8 }, () => ({ text }));
      const steps = [...history, ...stays].map((step, index): CaptureStep => ({ ...step, at: index * 24 }));
      const { state, changes } = declaredAsset();
      changes(...readings(captures(...steps), steps));
      const last = fee(0, text);
      const fact = state.get<Fact>(factKey(last));
      assert.equal([fact?.value, fact?.draft], [last.value, null]);
      assert.is(sourceTrustOf(state, last).isSuspect, false);
    }),
    { numRuns: runsOf(60) },
  );
});

test('a fee that rises raises a change, whatever else the site answers in between', () => {
  const disturbance = fc.constantFrom<Omit<CaptureStep, 'at'>>(
    { text: cut },
    { text: notice },
    { text: '' },
    { outcome: 'gone' },
  );
  // Never on two days in a row: a notice that stays is a rewrite.
  const meanwhile = fc.array(fc.tuple(fc.constantFrom(whole, raised), disturbance), { maxLength: 5 });
  fc.assert(
    fc.property(meanwhile, (days) => {
      const between = days.flatMap(([text, disturbed]) => [{ text }, disturbed]);
      const stays = Array.from({ length: 5 }, () => ({ text: raised }));
      const steps = [{ text: whole }, ...between, ...stays].map(
        (step, index): CaptureStep => ({ ...step, at: index * 24 }),
      );
      const { changes } = declaredAsset();
      const raisedChanges = changes(...readings(captures(...steps), steps)).filter(
        ({ field }) => field === 'redemption_fee',
      );
      const last = raisedChanges.filter(({ disposition }) => disposition === 'shown').at(-1);
      assert.equal([last?.before, last?.after, last?.confirmed, last?.lowSignal], ['0.10 %', '0.25 %', true, false]);
    }),
    { numRuns: runsOf(60) },
  );
});

test.run();
