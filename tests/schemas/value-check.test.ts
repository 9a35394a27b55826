import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createValueCheck } from '../../schemas/value-check.ts';
import { makeObservation } from '../../schemas/values/observation.ts';

const observation = makeObservation({
  assetId: 'a',
  subjectKind: 'asset',
  subjectKey: '',
  field: 'status',
  sourceKey: 'registry',
  value: null,
  quote: null,
  sourceUrl: null,
  sourceHash: null,
  artifactId: null,
  extractor: 'test',
  extractorVersion: '1',
  fetchOutcome: 'ok',
  parseStatus: 'ok',
  observedAt: 1,
});
const { field: _field, ...without } = observation;

const problemOf = createValueCheck('observations');

const cases: readonly (readonly [string, unknown, string | null])[] = [
  ['a value of the topic', observation, null],
  ['nothing', null, 'it is not a record with the members of its schema'],
  ['a list', [], 'it.id is not string'],
  ['a member too many', { ...observation, note: '' }, 'it is not a record with the members of its schema'],
  ['a member too few', without, 'it.field is not string'],
  ['a number for a text', { ...observation, field: 5 }, 'it.field is not string'],
  ['a number for a text or nothing', { ...observation, quote: 5 }, 'it.quote is not of one of its types'],
  ['a text for a time', { ...observation, observedAt: '1' }, 'it.observedAt is not long'],
  ['half a millisecond', { ...observation, observedAt: 0.5 }, 'it.observedAt is not long'],
  ['a time no number holds', { ...observation, observedAt: 1e300 }, 'it.observedAt is not long'],
];
for (const [name, value, problem] of cases) {
  test(`a value check: ${name}`, () => assert.is(problemOf(value, 'it'), problem));
}

test.run();
