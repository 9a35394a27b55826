/** Whatever is read of a field, what is said of it is prose. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { explainedFieldOf, explainField } from '../../../../../pipeline/changes/families/disclosure/text.ts';
import type { ToldOfField } from '../../../../../pipeline/changes/families/disclosure/told-of-field.ts';
import { disclosureFields } from '../../../../../schemas/fields/catalogue.ts';
import type { FieldValue } from '../../../../../schemas/fields/field.ts';
import { march } from './field-story.ts';
import { proseProblems, sentenceProblems, unfilledSlots } from '../../prose.ts';
import { readingArbitrary } from './field-arbitraries.ts';

/** Members that hold a source's own words: these are not ours to check. */
const sourcesWords = ['text', 'name', 'registrationNumber', 'contact', 'version'] as const;

/** The value with one plain word, or address, in place of whatever the source wrote. */
const inPlainWords = (value: FieldValue): FieldValue =>
  JSON.parse(JSON.stringify(value), (key, member: unknown) => {
    if (typeof member !== 'string') return member;
    if (key === 'url') return 'https://issuer.example/paper.pdf';
    return (sourcesWords as readonly string[]).includes(key) ? 'Example' : member;
  }) as FieldValue;

const toldArbitrary = (value: fc.Arbitrary<FieldValue>): fc.Arbitrary<ToldOfField> =>
  fc.record({
    kind: fc.constantFrom('value_changed' as const, 'wording_changed' as const),
    sense: fc.constantFrom('value', 'wording', 'spelling', 'returned', 'reread', 'partial'),
    stage: fc.constantFrom('draft', 'confirmed', 'superseded'),
    old: value,
    new: value,
    priorQuote: fc.constantFrom(null, 'An earlier passage.', 'an earlier heading'),
    quote: fc.constantFrom(null, 'A passage.', '', 'Is this a question?'),
    sourceKey: fc.constantFrom('terms', 'fee-schedule', 'chain:eip155:1', 'chain:eip155:10'),
    observedAt: fc.constant(march),
    wasNotable: fc.boolean(),
    removedBySource: fc.boolean(),
    comparable: fc.boolean(),
  });

const run = { numRuns: 40 } as const;

for (const field of disclosureFields) {
  test(`what is said of ${field.name} is prose: no banned word, no empty sentence, no slot left`, () =>
    fc.assert(
      fc.property(toldArbitrary(readingArbitrary(field.name).map(inPlainWords)), (told) => {
        const { wording, previous, current } = explainField(field, told);
        const { title, headline, what, whatDetail } = wording;
        const texts = Object.entries({ title, headline, what, whatDetail, old: previous.value, new: current.value });
        for (const [path, text] of texts) {
          assert.equal(proseProblems({ path, text }), []);
          assert.equal(unfilledSlots(text), []);
        }
        for (const [path, text] of Object.entries({ what, whatDetail })) {
          assert.equal(sentenceProblems({ path, text }), []);
        }
        assert.ok(headline.length <= 300, headline);
      }),
      run,
    ));

  test(`any words of a source about ${field.name} are told`, () =>
    fc.assert(
      fc.property(toldArbitrary(readingArbitrary(field.name)), (told) => {
        const { wording, before, after, previous, current } = explainField(field, told);
        for (const text of [
          ...Object.values(wording as unknown as Record<string, string>),
          previous.value,
          current.value,
        ]) {
          assert.ok(text.trim() !== '' && text.isWellFormed(), text);
          assert.not.match(text, /\bundefined\b|\[object/);
        }
        assert.is(before === null, told.old === null);
        assert.is(after === null, told.new === null);
      }),
      run,
    ));
}

test('a field is explained in sentences', () => {
  for (const field of disclosureFields) {
    const { meaning, stake } = explainedFieldOf(field);
    assert.equal(sentenceProblems({ path: field.name, text: meaning }), []);
    assert.equal(sentenceProblems({ path: field.name, text: stake }), []);
  }
});

test.run();
