/** Values of facts are refused with a sentence that names the first part that does not fit. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { families } from '../../pipeline/changes/families/families.ts';
import { captureShape } from '../../pipeline/changes/families/source/capture-value.ts';
import { shapeProblem } from '../../schemas/shape-check.ts';
import { control } from '../../schemas/facts.ts';
import { listedValue, matchValue } from '../pipeline/changes/builders.ts';
import { runsOf } from '../support/runs.ts';

const match = matchValue({ sinceObservationId: 's' });
const listed = listedValue({ sinceObservationId: 's' });
const shapeOf = (name: keyof typeof families) => families[name].shape;

const shapes = {
  ...Object.fromEntries(Object.entries(families).map(([name, { shape }]) => [name, shape])),
  source_capture: captureShape,
  control,
};

for (const [name, shape, value, problem] of [
  ['a valid match', shapeOf('list_match'), match, null],
  [
    'a match without a status',
    shapeOf('list_match'),
    { ...match, status: undefined },
    'value.status is not one of matched, cleared',
  ],
  [
    'a level outside its vocabulary',
    shapeOf('list_match'),
    { ...match, level: 'L9' },
    'value.level is not one of matchLevel',
  ],
  ['a member of a list', shapeOf('list_match'), { ...match, programs: ['A', 1] }, 'value.programs[1] is not text'],
  [
    'a nested member',
    shapeOf('list_match'),
    { ...match, subject: { ...match.subject, partyName: 1 } },
    'value.subject.partyName is not text',
  ],
  [
    'an optional member of another type',
    shapeOf('list_match'),
    { ...match, dates: 'none' },
    'value.dates is not a list',
  ],
  [
    'an optional member that is null',
    shapeOf('list_match'),
    { ...match, listedOn: null },
    'value.listedOn is not text',
  ],
  ['a further member', shapeOf('register_listed'), { ...listed, more: 1 }, null],
  [
    'the first of two problems',
    shapeOf('register_listed'),
    { ...listed, news: 1, asOf: 'now' },
    'value.news is not true or false',
  ],
  [
    'a time out of range',
    shapeOf('register_listed'),
    { ...listed, asOf: 8.64e15 + 2 },
    'value.asOf is not a time in milliseconds',
  ],
  ['null where a value is required', shapeOf('asset_status'), null, 'value is not an object'],
  ['null where it means not disclosed', shapeOf('issuer_kyi'), null, null],
  ['a list in place of an object', shapeOf('issuer_kyi'), [], 'value is not an object'],
  [
    'a number that is not whole',
    shapeOf('authority'),
    { type: 'owner', address: 'a', accountType: 'regular', signers: [], threshold: 1.5 },
    'value.threshold is not a whole number',
  ],
  ['a control record of another kind', control, { kind: 'stop' }, 'value.kind is not one of tick, rules, regime'],
] as const) {
  test(name, () => assert.is(shapeProblem(shape, JSON.parse(JSON.stringify(value))), problem));
}

test('every refusal names a path and a reason', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const problem = shapeProblem(shape, value);
        if (problem !== null) assert.match(problem, /^value[\w.[\]]* is not \S/, name);
      }),
      { numRuns: runsOf(50) },
    );
  }
});

test.run();
