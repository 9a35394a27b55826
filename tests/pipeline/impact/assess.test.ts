import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assess } from '../../../pipeline/impact/assess.ts';
import { combine, mergeDimensions } from '../../../pipeline/impact/combine.ts';
import type { ImpactFacts } from '../../../pipeline/impact/facts.ts';
import { initialRuleSet, ruleSetHash, ruleSetOf, ruleSetVersions } from '../../../pipeline/impact/rulesets.ts';
import { impactV1 } from '../../../pipeline/impact/v1/rules.ts';
import { type Direction, termsOf } from '../../../schemas/vocabulary.ts';
import { column, listed, matched } from './facts.ts';

const side = { quote: null, artifactId: null, observationSha256: null };
const assessed = (facts: ImpactFacts) =>
  assess({
    ruleSet: impactV1,
    changeId: 'register:x',
    facts,
    evidence: { old: side, new: side },
    inputFingerprint: 'sha256:0',
    assessedAt: 5,
  }).assessment;

const combinations: readonly (readonly [readonly Direction[], Direction])[] = [
  [[], 'neutral'],
  [['neutral', 'neutral'], 'neutral'],
  [['weakens', 'neutral'], 'weakens'],
  [['strengthens', 'strengthens'], 'strengthens'],
  [['weakens', 'strengthens'], 'mixed'],
  [['mixed', 'weakens'], 'mixed'],
  [['mixed'], 'mixed'],
  [['unassessed'], 'unassessed'],
  [['unassessed', 'neutral'], 'unassessed'],
  [['unassessed', 'weakens'], 'weakens'],
];

for (const [directions, expected] of combinations) {
  test(`domain 5.4: ${directions.join(', ') || 'nothing'} is ${expected}`, () => {
    assert.is(combine(directions), expected);
    assert.is(combine([...directions].reverse()), expected);
  });
}

test('domain 5.4: dimensions are sorted, each once; disagreement inside one is mixed', () => {
  const directions = fc.constantFrom(...termsOf('direction'));
  const verdicts = fc.array(fc.record({ kind: fc.constantFrom(...termsOf('dimension')), direction: directions }));
  fc.assert(
    fc.property(verdicts, (given) => {
      const merged = mergeDimensions(given);
      const kinds = merged.map(({ kind }) => kind);
      assert.equal(kinds, [...new Set(given.map(({ kind }) => kind))].sort());
      for (const { kind, direction } of merged) {
        assert.is(direction, combine(given.filter((one) => one.kind === kind).map((one) => one.direction)));
      }
    }),
  );
});

test('B-70 an assessment has everything the contract lists', () => {
  const said = assessed(matched('list_match_added', { level: 'L5' }));
  assert.match(said.id, /^[0-9a-f-]{36}$/);
  assert.equal(
    [
      said.rulesVersion,
      said.method,
      said.status,
      said.disposition,
      said.confidence,
      said.isFallback,
      said.retryRequired,
    ],
    ['impact-v1', 'deterministic', 'assessed', 'shown', 0.9, false, false],
  );
  assert.equal([said.assessedAt, said.inputFingerprint], [5, 'sha256:0']);
});

test('domain 5.3: confidence is a constant of the evidence', () => {
  assert.is(assessed(column('comments', 'a', 'b')).confidence, 1);
  assert.is(assessed(column('infringement', 'a', 'b')).confidence, 0.3);
  assert.is(assessed(matched('list_candidate', { level: 'L3' })).confidence, 0.5);
  assert.is(assessed(listed('register_added', 'authorised', { stage: 'draft' })).confidence, 0.6);
});

test('R0 stops every other rule', () => {
  const said = assessed(column('comments', 'a', 'b', { comparable: false }));
  assert.equal(
    said.trail.map(({ rule }) => rule),
    ['comparable'],
  );
  assert.equal([said.direction, said.method, said.disposition], ['unassessed', 'none', 'suppressed']);
});

test('a withdrawn draft keeps what the rule said and its downgrade in the trail', () => {
  const said = assessed(listed('register_removed', 'authorised', { stage: 'superseded' }));
  assert.equal(
    said.trail.map(({ rule, direction }) => `${rule}:${direction}`),
    ['register-row-removed:weakens', 'superseded:unassessed'],
  );
  assert.equal([said.direction, said.status, said.disposition], ['unassessed', 'superseded', 'superseded']);
});

test('impact-v1 is published and frozen: another text or claim is another rule set', () => {
  assert.equal([initialRuleSet, ruleSetVersions()], ['impact-v1', ['impact-v1']]);
  assert.is(ruleSetOf('impact-v1'), impactV1);
  assert.is(ruleSetOf('impact-v2'), undefined);
  const hash = ruleSetHash(impactV1);
  assert.is(hash, '294db50bc81145350b62077c19dc3b2fe441c943febb71bc5909b023803fb66f');
  const [first, ...others] = impactV1.rules;
  assert.ok(first);
  assert.is.not(ruleSetHash({ ...impactV1, rules: [{ ...first, claim: 'Another claim.' }, ...others] }), hash);
  assert.is.not(ruleSetHash({ ...impactV1, rules: others }), hash);
});

test.run();
