import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldRules, ruleSet } from '../../../../pipeline/documents/reading/rule-set.ts';
import { compiled } from '../../../../pipeline/documents/reading/forms/slots.ts';
import { fieldOf } from '../../../../schemas/fields/catalogue.ts';
import { fieldProblems } from '../../../../pipeline/documents/fields/field-value.ts';

const test = suite('the rules as data');

test('a change of a rule is another version: both are pinned', () => {
  assert.equal(ruleSet, { version: '13', sha256: '1882e3ae0ab8521a519e20cbfa9456d2875ee5c3051e336f2944ff1078bac082' });
});

test('every rule is of a field of the catalogue, and each field has one entry', () => {
  const names = fieldRules.map(({ field }) => field);
  assert.is(new Set(names).size, names.length);
  for (const name of names) assert.ok(fieldOf(name), name);
});

test('values of forms fit their fields, and patterns are expressions', () => {
  for (const { field, form, sentences = [] } of fieldRules) {
    const all = [...sentences, ...(form?.whole ?? []), ...(form?.sentences ?? [])];
    for (const { pattern, value } of all) {
      compiled(pattern);
      const isRead = JSON.stringify(value).includes('"$');
      if (value !== null && !isRead) assert.equal(fieldProblems(field, value), [], field);
    }
    for (const value of Object.values(form?.closed ?? {})) {
      if (value !== null) assert.equal(fieldProblems(field, value), [], field);
    }
  }
});

test('forms of a field have ids of their own', () => {
  for (const { field, form, sentences = [] } of fieldRules) {
    for (const list of [sentences, [...(form?.whole ?? []), ...(form?.sentences ?? [])]]) {
      assert.is(new Set(list.map(({ id }) => id)).size, list.length, field);
    }
  }
});

test.run();
