/** Follows docs/add-a-disclosure-field.md on a copy of the tree in memory. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { textOf } from './tree.ts';
import { editsOf, problemsOf, runIn } from './tree-copy.ts';

const page = textOf('docs/add-a-disclosure-field.md');
const [field = ''] = page.split('4. **Let documents');

test('docs/add-a-disclosure-field.md: a field is three files, one that is read from documents five, and they compile', () => {
  const [alone, read] = [editsOf(field), editsOf(page)];
  assert.equal([alone.size, read.size], [3, 5]);
  assert.ok(page.includes('takes three files') && page.includes('Two more'));
  const files = [
    'schemas/fields/catalogue.ts',
    'pipeline/impact/v1/rules.ts',
    'pipeline/documents/reading/rule-set.ts',
  ];
  assert.equal(problemsOf(read, files), []);
});

const scenario = `
import { disclosureFields, fieldOf } from './schemas/fields/catalogue.ts';
import { fieldRules } from './pipeline/documents/reading/rule-set.ts';
import { changesOf, hour, march, reading } from './tests/pipeline/changes/families/disclosure/field-story.ts';
const name = 'document_archive';
const stated = (present, hours) =>
  reading(name, { value: { present }, quote: null, observedAt: march + hours * hour });
const raised = changesOf(['MICA_EMT'], stated(true, 0), stated(false, 24), stated(false, 48));
const last = raised.at(-1);
export const result = {
  numbers: disclosureFields.map(({ number }) => number),
  label: fieldOf(name).label,
  rules: fieldRules.filter(({ field }) => field === name).length,
  change: [last.title, last.direction, last.confirmed, last.impact],
  field: last.explanation.field,
};
`;

interface Result {
  readonly numbers: readonly number[];
  readonly rules: number;
  readonly change: readonly unknown[];
  readonly field: object;
}

test('docs/add-a-disclosure-field.md: from two stated values to the assessed change', async () => {
  const { result } = (await runIn(editsOf(page), scenario)) as { readonly result: Result };
  assert.equal(
    result.numbers,
    result.numbers.map((_, index) => index + 1),
  );
  assert.is(result.rules, 1);
  assert.equal(result.change, [
    'Archive of earlier versions stated not to exist',
    'weakens',
    true,
    'Earlier versions of the document are no longer published.',
  ]);
  assert.equal(result.field, {
    name: 'document_archive',
    label: 'Archive of earlier versions',
    meaning: 'Whether earlier versions of the document are published.',
    stake: 'Without them a holder cannot compare what was promised.',
  });
});

test.run();
