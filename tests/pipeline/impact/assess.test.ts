import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { combine, mergeDimensions } from '../../../pipeline/impact/combine.ts';
import type { ImpactFacts } from '../../../pipeline/impact/facts.ts';
import type { Rule, RuleSet } from '../../../pipeline/impact/rule.ts';
import { initialRuleSet, ruleSetHash, ruleSetOf, ruleSetVersions } from '../../../pipeline/impact/rulesets.ts';
import { impactV1 } from '../../../pipeline/impact/v1/rules.ts';
import type { DisclosureField } from '../../../schemas/fields/field.ts';
import { type Direction, termsOf } from '../../../schemas/vocabulary.ts';
import { corpusOf, verdictHash } from './corpus.ts';
import { column, disclosed, listed, matched } from './facts.ts';
import { assessed, assessedUnder } from './assessed.ts';

const assessmentOf = (facts: ImpactFacts) => assessed(facts).assessment;

/** The clauses of 5.4, and combinations that each decides. */
const combinations: Readonly<Record<string, readonly (readonly [readonly Direction[], Direction])[]>> = {
  'nothing left': [
    [[], 'neutral'],
    [['neutral', 'neutral'], 'neutral'],
  ],
  'drop neutral': [
    [['weakens', 'neutral'], 'weakens'],
    [['neutral', 'strengthens', 'neutral'], 'strengthens'],
  ],
  'all weakens': [[['weakens', 'weakens'], 'weakens']],
  'all strengthens': [[['strengthens', 'strengthens'], 'strengthens']],
  'otherwise mixed': [
    [['weakens', 'strengthens'], 'mixed'],
    [['mixed', 'weakens'], 'mixed'],
    [['mixed'], 'mixed'],
  ],
  'unassessed and no other': [
    [['unassessed'], 'unassessed'],
    [['unassessed', 'neutral'], 'unassessed'],
    [['unassessed', 'weakens'], 'weakens'],
  ],
};

for (const [clause, cases] of Object.entries(combinations)) {
  for (const [directions, expected] of cases) {
    test(`5.4 ${clause}: ${directions.join(', ') || 'nothing'} is ${expected}`, () => {
      assert.is(combine(directions), expected);
      assert.is(combine([...directions].reverse()), expected);
    });
  }
}

test('5.4 every clause has a case', () => {
  assert.equal(Object.keys(combinations), [
    'nothing left',
    'drop neutral',
    'all weakens',
    'all strengthens',
    'otherwise mixed',
    'unassessed and no other',
  ]);
});

test('5.4 conflict inside a dimension: each is there once, sorted, and mixed where verdicts disagree', () => {
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
  const said = assessmentOf(matched('list_match_added', { level: 'L5' }));
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

test('5.3 confidence is a constant of the evidence', () => {
  assert.is(assessmentOf(column('comments', 'a', 'b')).confidence, 1);
  assert.is(assessmentOf(column('infringement', 'a', 'b')).confidence, 0.3);
  assert.is(assessmentOf(matched('list_candidate', { level: 'L3' })).confidence, 0.5);
  assert.is(assessmentOf(listed('register_added', 'authorised', { stage: 'draft' })).confidence, 0.6);
});

test('R0 stops every other rule', () => {
  const said = assessmentOf(column('comments', 'a', 'b', { comparable: false }));
  assert.equal(
    said.trail.map(({ rule }) => rule),
    ['comparable'],
  );
  assert.equal([said.direction, said.method, said.disposition], ['unassessed', 'none', 'suppressed']);
});

test('a withdrawn draft keeps what the rule said and its downgrade in the trail', () => {
  const said = assessmentOf(listed('register_removed', 'authorised', { stage: 'superseded' }));
  assert.equal(
    said.trail.map(({ rule, direction }) => `${rule}:${direction}`),
    ['register-row-removed:weakens', 'superseded:unassessed'],
  );
  assert.equal([said.direction, said.status, said.disposition], ['unassessed', 'superseded', 'superseded']);
});

/**
 * Pins of the published set. A difference means that assessments of a log would come out otherwise: make another rule
 * set. Only before the first release, write the values that the failing test shows here.
 */
const pins = {
  /** What the set states: texts, claims, catalogue, parameters, confidence. */
  rules: 'a6a8415d18c58430ef2575deef6a48306d5b519ee2e827a8e95a11a50f08eb6d',
  /** What its code decides on the cases of corpus.ts. */
  verdicts: '87c8b2495939f6679814bc498ad8ca8dc36fa3eea6692532fe8e7d70b908ec87',
} as const;

test('impact-v1 is published and frozen: another text, claim or parameter is another rule set', () => {
  assert.equal([initialRuleSet, ruleSetVersions()], ['impact-v1', ['impact-v1']]);
  assert.is(ruleSetOf('impact-v1'), impactV1);
  assert.is(ruleSetOf('impact-v2'), undefined);
  assert.is(ruleSetHash(impactV1), pins.rules);
});

test('impact-v1 is published and frozen: another verdict is another rule set', () => {
  assert.is(verdictHash(impactV1), pins.verdicts);
});

test('the corpus asks every rule, and every one of them fires', () => {
  const fired = new Set(
    corpusOf(impactV1.fields).flatMap((facts) =>
      assessedUnder(impactV1, facts).assessment.trail.map(({ rule }) => rule),
    ),
  );
  assert.equal(
    impactV1.rules.map(({ id }) => id).filter((id) => !fired.has(id)),
    [],
  );
});

/** Edits of a set, each of which its hash shows. */
const edits: Readonly<Record<string, (set: RuleSet) => RuleSet>> = {
  claim: (set) => withRule(set, 'comparable', (rule) => ({ ...rule, claim: 'Another claim.' })),
  reason: (set) => withText(set, 'disclosure-compared', 'worse_step'),
  'line for holders': (set) => withText(set, 'disclosure-compared', 'redemption_fee:weakens'),
  'claim of an overlay': (set) => withText(set, 'disclosure-overlays', 'redemption-fee-under-mica'),
  'rule left out': (set) => ({ ...set, rules: set.rules.slice(1) }),
  'order of rules': (set) => ({ ...set, rules: [...set.rules].reverse() }),
  parameter: (set) => withRule(set, 'disclosure-unstated', (rule) => ({ ...rule, parameters: { relied: [] } })),
  applicability: (set) =>
    withRule(set, 'source-moved', (rule) => ({ ...rule, appliesTo: { comparison: 'source' as const } })),
  scale: (set) => withField(set, 'holder_claim', (field) => ({ ...field, rule: { type: 'ordinal', scale: ['none'] } })),
  dimensions: (set) => withField(set, 'holder_claim', (field) => ({ ...field, dimensions: ['legal_standing'] })),
  'adverse values': (set) => withField(set, 'holder_claim', (field) => ({ ...field, adverse: null })),
  'protective values': (set) => withField(set, 'redemption_fee', (field) => ({ ...field, protective: null })),
  overlays: (set) => withField(set, 'redemption_fee', (field) => ({ ...field, overlays: [] })),
};

for (const [name, edit] of Object.entries(edits)) {
  test(`the hash of a set shows another ${name}`, () => {
    assert.is.not(ruleSetHash(edit(impactV1)), ruleSetHash(impactV1));
  });
}

test('words of the catalogue that no verdict rests on are not in the hash', () => {
  const relabelled = withField(impactV1, 'redemption_fee', (field) => ({
    ...field,
    label: 'Fee',
    stake: 'It matters.',
  }));
  assert.is(ruleSetHash(relabelled), ruleSetHash(impactV1));
});

test('the verdicts of a set show a comparator that decides otherwise', () => {
  const bent = withRule(impactV1, 'disclosure-compared', (rule) => ({
    ...rule,
    evaluate: (facts, standing) => {
      const verdict = rule.evaluate(facts, standing);
      return verdict?.materiality === 'clarification' ? { ...verdict, materiality: 'material' } : verdict;
    },
  }));
  assert.is(ruleSetHash(bent), ruleSetHash(impactV1));
  assert.is.not(verdictHash(bent), verdictHash(impactV1));
});

test('only rules about the comparison at hand are asked, in the order of the set', () => {
  const asked: string[] = [];
  const watched: RuleSet = {
    ...impactV1,
    rules: impactV1.rules.map((rule) => ({
      ...rule,
      evaluate: (facts, standing) => {
        asked.push(rule.id);
        return rule.evaluate(facts, standing);
      },
    })),
  };
  for (const { facts, prefix } of [
    { facts: column('comments', 'a', 'b'), prefix: /^(register|gleif)-/ },
    { facts: disclosed('redemption_fee', { bps: '0' }, { bps: '1' }), prefix: /^disclosure-/ },
  ]) {
    asked.length = 0;
    assert.equal(assessedUnder(watched, facts).assessment.trail, assessedUnder(impactV1, facts).assessment.trail);
    const general = ['comparable', 'fallback', 'unconfirmed', 'superseded'];
    assert.equal(
      asked.filter((id) => !prefix.test(id)),
      general,
    );
    assert.equal(
      asked,
      impactV1.rules.map(({ id }) => id).filter((id) => asked.includes(id)),
    );
  }
});

const withRule = (set: RuleSet, id: string, edit: (rule: Rule) => Rule): RuleSet => ({
  ...set,
  rules: set.rules.map((rule) => (rule.id === id ? edit(rule) : rule)),
});

const withText = (set: RuleSet, id: string, text: string): RuleSet =>
  withRule(set, id, (rule) => {
    assert.ok(rule.texts[text] !== undefined, `${id} has no text ${text}`);
    return { ...rule, texts: { ...rule.texts, [text]: 'Another text.' } };
  });

const withField = (set: RuleSet, name: string, edit: (field: DisclosureField) => DisclosureField): RuleSet => ({
  ...set,
  fields: set.fields.map((field) => (field.name === name ? edit(field) : field)),
});

test.run();
