/** The texts of a finding are prose for every value of a field. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { explainedFieldOf, explainField } from '../../../../../../pipeline/changes/families/disclosure/text/text.ts';
import type { FieldFinding } from '../../../../../../pipeline/changes/families/disclosure/field/field-finding.ts';
import { disclosureFields } from '../../../../../../schemas/fields/catalogue.ts';
import type { FieldValue } from '../../../../../../schemas/fields/field.ts';
import { march } from '../field-story.ts';
import { addressProblems, proseProblems, sentenceProblems, unfilledSlots } from '../../../prose.ts';
import { readingArbitrary } from '../field-arbitraries.ts';
import { runsOf } from '../../../../../support/runs.ts';

/** Members with text of the source, whose style is not checked. */
const sourceTexts = ['text', 'name', 'registrationNumber', 'contact', 'version'] as const;

/** The value with one plain word, or address, in place of the text of the source. */
const withPlainTexts = (value: FieldValue): FieldValue =>
  JSON.parse(JSON.stringify(value), (key, member: unknown) => {
    if (typeof member !== 'string') return member;
    if (key === 'url') return 'https://issuer.example/paper.pdf';
    return (sourceTexts as readonly string[]).includes(key) ? 'Example' : member;
  }) as FieldValue;

const findingArbitrary = (value: fc.Arbitrary<FieldValue>): fc.Arbitrary<FieldFinding> =>
  fc.record({
    kind: fc.constantFrom('value_changed' as const, 'wording_changed' as const),
    sense: fc.constantFrom('value', 'wording', 'spelling', 'returned', 'reread', 'partial'),
    changeKind: fc.constant('changed' as const),
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
    evidence: fc.constant({ old: 'keyword' as const, new: 'keyword' as const }),
  });

const run = { numRuns: runsOf(40) } as const;

for (const field of disclosureFields) {
  test(`the texts of ${field.name} are prose: no banned word, no empty sentence, no slot left`, () =>
    fc.assert(
      fc.property(findingArbitrary(readingArbitrary(field.name).map(withPlainTexts)), (finding) => {
        const { wording, previous, current } = explainField(field, finding);
        const { title, headline, what, whatDetail } = wording;
        const texts = Object.entries({ title, headline, what, whatDetail, old: previous.value, new: current.value });
        for (const [path, text] of texts) {
          assert.equal(proseProblems({ path, text }), []);
          if (path in wording) assert.equal(addressProblems({ path, text }), []);
          assert.equal(unfilledSlots(text), []);
        }
        for (const [path, text] of Object.entries({ what, whatDetail })) {
          assert.equal(sentenceProblems({ path, text }), []);
        }
        assert.ok(headline.length <= 300, headline);
      }),
      run,
    ));

  test(`every text of a source about ${field.name} gives complete texts`, () =>
    fc.assert(
      fc.property(findingArbitrary(readingArbitrary(field.name)), (finding) => {
        const { wording, before, after, previous, current } = explainField(field, finding);
        for (const text of [
          ...Object.values(wording as unknown as Record<string, string>),
          previous.value,
          current.value,
        ]) {
          assert.ok(text.trim() !== '' && text.isWellFormed(), text);
          assert.not.match(text, /\bundefined\b|\[object/);
        }
        assert.is(before === null, finding.old === null);
        assert.is(after === null, finding.new === null);
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
