import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Activation,
  activationOf,
  planActivation,
  rulesInForce,
} from '../../../pipeline/changes/rule-activation.ts';
import type { RuleBook } from '../../../pipeline/impact/rulesets.ts';
import { severityOfV1 } from '../../../pipeline/impact/v1/severity.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { observationIdOf } from '../../../schemas/values/observation.ts';
import { observation } from './builders.ts';
import { runsOf } from '../../support/runs.ts';

const rules: RuleBook = {
  initial: 'a',
  sets: ['a', 'b', 'c'].map((version) => ({ version, fields: [], rules: [], texts: {}, severity: severityOfV1 })),
};

type Partitions = readonly (readonly Activation[])[];

const plan = (partitions: Partitions, ruleset: string, at = 1) =>
  planActivation(rulesInForce(partitions, rules), { ruleset, at }, rules);

/** What an activation writes, cut short after so many partitions. */
function written(partitions: Partitions, ruleset: string, at: number, cut = Number.POSITIVE_INFINITY): Partitions {
  const planned = plan(partitions, ruleset, at);
  if (planned.kind === 'in_force') return partitions;
  const reached = new Set(planned.partitions.slice(0, cut));
  return partitions.map((one, index) => (reached.has(index) ? [...one, planned.activation] : one));
}

const control = (value: unknown, given: Partial<Omit<Observation, 'value'>> = {}): Observation =>
  observation({
    assetId: '',
    subjectKind: 'control',
    field: 'rules',
    sourceKey: 'control',
    value,
    observedAt: 1,
    ...given,
  });

test('an activation is a control record whose id follows from its content, the same in every partition', () => {
  const planned = plan([[], [], []], 'b', 7);
  assert.is(planned.kind, 'append');
  if (planned.kind !== 'append') return;
  const { activation, partitions, completes } = planned;
  assert.equal([partitions, completes, activation.ruleset], [[0, 1, 2], false, 'b']);
  assert.is(observationIdOf(activation.observation), activation.observation.id);
  assert.equal(activationOf(activation.observation), activation);
  assert.equal(plan([[], [], []], 'b', 7), planned, 'made twice, it is one');
});

const others: readonly (readonly [string, Observation])[] = [
  ['a tick', control({ kind: 'tick' })],
  ['another kind', control({ kind: 'x' })],
  ['a value that is not canonical', { ...control({ kind: 'rules' }), value: '{ "kind": "rules" }' }],
  ['no value', control(null)],
  ['a time that is none', { ...control({ kind: 'rules', ruleset: 'b' }), observedAt: Number.NaN }],
  ['a reading of an asset', observation({ value: { kind: 'rules', ruleset: 'b' }, observedAt: 1 })],
];
for (const [name, one] of others) {
  test(`no activation: ${name}`, () => assert.is(activationOf(one), null));
}

test('the initial set is in force from the start, and activating it writes nothing', () => {
  assert.equal(plan([[], []], 'a'), { kind: 'in_force', since: null });
});

test('an activation cut short is completed with its own id and time; then it is in force', () => {
  const half = written([[], [], []], 'b', 1, 1);
  assert.is(rulesInForce(half, rules).complete, false);
  const completion = plan(half, 'b', 99);
  assert.equal(completion, { kind: 'append', activation: half[0]?.[0], partitions: [1, 2], completes: true });
  const whole = written(half, 'b', 99);
  assert.equal(plan(whole, 'b', 99), { kind: 'in_force', since: half[0]?.[0] });
});

test('another set after an activation cut short goes to every partition, and so does going back', () => {
  const half = written([[], []], 'b', 1, 1);
  const other = written(half, 'c', 2);
  assert.equal(
    other.map((one) => one.map(({ ruleset }) => ruleset)),
    [['b', 'c'], ['c']],
  );
  const back = plan(written([[], []], 'b', 1, 1), 'a', 3);
  assert.equal(
    back.kind === 'append' ? back.partitions : [],
    [0, 1],
    'the initial set is activated where it still is, too',
  );
});

test('sets the book does not have are passed over, as the fold parks them', () => {
  const unknown = activationOf(control({ kind: 'rules', ruleset: 'z', activationId: 'x' }));
  assert.ok(unknown !== null);
  assert.equal(rulesInForce([[unknown], []], rules), { partitions: [null, null], complete: true });
});

test('after any interrupted activations, one complete activation puts the set in force everywhere', () => {
  const attempt = fc.record({
    ruleset: fc.constantFrom('a', 'b', 'c'),
    at: fc.integer({ min: 1, max: 3 }),
    cut: fc.integer({ min: 0, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 6 }), fc.constantFrom('a', 'b', 'c'), (attempts, last) => {
      let partitions: Partitions = [[], [], []];
      for (const { ruleset, at, cut } of attempts) partitions = written(partitions, ruleset, at, cut);
      const done = written(partitions, last, 9);
      const inForce = rulesInForce(done, rules);
      assert.is(inForce.complete, true);
      assert.ok(inForce.partitions.every((one) => (one?.ruleset ?? 'a') === last));
      assert.is(plan(done, last).kind, 'in_force');
    }),
    { numRuns: runsOf(200) },
  );
});

test.run();
