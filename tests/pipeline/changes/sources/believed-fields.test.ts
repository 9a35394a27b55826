import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { declaredAsset, observation } from '../builders.ts';
import { type Captured, captures, elsewhere, hashOf, hour, sentences, start, told } from './builders.ts';

const whole = sentences(0, 100);
const cut = sentences(0, 60);
const other = sentences(500, 90);

/** Captures of the terms, each followed by what was read from it: the fee, unless the text lacks the passage. */
function readTerms(...steps: readonly Captured[]): readonly string[] {
  const { changes } = declaredAsset();
  const observations = captures(...steps).flatMap((capture, index): readonly Observation[] => {
    const { at, text } = steps[index] ?? { at: 0 };
    return text === undefined ? [capture] : [capture, fee(at, text)];
  });
  return changes(...observations)
    .filter(({ category }) => category === 'disclosure_field')
    .map(told);
}

const fee = (at: number, text: string): Observation =>
  observation({
    field: 'redemption_fee',
    sourceKey: 'terms',
    value: text.startsWith(whole) ? { bps: '10' } : text === other ? { bps: '25' } : null,
    quote: text === cut ? null : 'A fee applies.',
    sourceHash: hashOf(text),
    extractor: 'terms',
    extractionRule: 'keyword:fee',
    observedAt: start + at * hour,
  });

test('4.3 a capture that is cut off takes no field away', () => {
  assert.equal(
    readTerms({ at: 0, text: whole }, { at: 24, text: cut }, { at: 48, text: cut }, { at: 60, text: whole }),
    [],
  );
});

test('4.3 what three captures lack is removed', () => {
  const [removed, ...others] = readTerms({ at: 0, text: whole }, ...[24, 48, 96].map((at) => ({ at, text: cut })));
  assert.equal(others, []);
  assert.match(removed ?? '', /^96h value_removed removed \w+ shown( notable)?$/);
});

test('4.3 what a rewritten document states is not compared', () => {
  const [reread, ...others] = readTerms({ at: 0, text: whole }, { at: 24, text: other }, { at: 48, text: other });
  assert.equal(others, []);
  assert.match(reread ?? '', /^24h value_changed .* low signal$/);
});

test('4.3 another site is not believed with another text until it is confirmed', () => {
  const moved = { text: other, finalUrl: elsewhere };
  assert.equal(readTerms({ at: 0, text: whole }, { at: 24, ...moved }, { at: 30, text: whole }), []);
});

test.run();
