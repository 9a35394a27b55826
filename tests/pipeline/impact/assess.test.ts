import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../../infra/disk/package-root.ts';
import { combine, mergeDimensions } from '../../../pipeline/impact/combine.ts';
import type { ImpactFacts } from '../../../pipeline/impact/facts.ts';
import { familyTexts } from '../../../pipeline/changes/family-texts.ts';
import { publishedRules, withFoldTexts } from '../../../pipeline/changes/rule-sets.ts';
import type { Rule, RuleFamily, RuleSet } from '../../../pipeline/impact/rule.ts';
import { withFamilies } from '../../../pipeline/impact/rule-set.ts';
import { ruleSetHash, ruleSetOf, ruleSetVersions } from '../../../pipeline/impact/rulesets.ts';
import { fieldOfV1, fieldsOfV1In } from '../../../pipeline/impact/v1/fields-of-v1.ts';
import { impactV1 } from '../../../pipeline/impact/v1/rules.ts';
import { disclosureFields } from '../../../schemas/fields/catalogue.ts';
import type { DisclosureField } from '../../../schemas/fields/field.ts';
import { type Direction, termsOf } from '../../../schemas/vocabulary.ts';
import { shortHashOf } from '../../../schemas/values/hash.ts';
import { moduleUrl } from '../../support/module-url.ts';
import { corpusOf, corpusOfFamily, verdictHash } from './corpus.ts';
import { column, disclosed, listed, matched } from './facts.ts';
import { assessed, assessedUnder } from './assessed.ts';

const assessmentOf = (facts: ImpactFacts) => assessed(facts).assessment;

/** Clauses of the combination of directions, and combinations that each decides. */
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
    test(`combining directions, ${clause}: ${directions.join(', ') || 'nothing'} is ${expected}`, () => {
      assert.is(combine(directions), expected);
      assert.is(combine([...directions].reverse()), expected);
    });
  }
}

test('every clause of the combination has a case', () => {
  assert.equal(Object.keys(combinations), [
    'nothing left',
    'drop neutral',
    'all weakens',
    'all strengthens',
    'otherwise mixed',
    'unassessed and no other',
  ]);
});

test('verdicts inside a dimension: each dimension once, sorted, and mixed if verdicts disagree', () => {
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
  const assessment = assessmentOf(matched('list_match_added', { level: 'L5' }));
  assert.match(assessment.id, /^[0-9a-f-]{36}$/);
  assert.equal(
    [
      assessment.rulesVersion,
      assessment.method,
      assessment.status,
      assessment.disposition,
      assessment.confidence,
      assessment.isFallback,
      assessment.retryRequired,
    ],
    ['impact-v1', 'deterministic', 'assessed', 'shown', 0.9, false, false],
  );
  assert.equal([assessment.assessedAt, assessment.inputFingerprint], [5, 'sha256:0']);
});

test('confidence is a constant of the evidence', () => {
  assert.is(assessmentOf(column('comments', 'a', 'b')).confidence, 1);
  assert.is(assessmentOf(column('infringement', 'a', 'b')).confidence, 0.3);
  assert.is(assessmentOf(matched('list_candidate', { level: 'L3' })).confidence, 0.5);
  assert.is(assessmentOf(listed('register_added', 'authorised', { stage: 'draft' })).confidence, 0.6);
});

test('readings that do not compare stop every other rule', () => {
  const assessment = assessmentOf(column('comments', 'a', 'b', { comparable: false }));
  assert.equal(
    assessment.trail.map(({ rule }) => rule),
    ['comparable'],
  );
  assert.equal([assessment.direction, assessment.method, assessment.disposition], ['unassessed', 'none', 'suppressed']);
});

test('the trail of a withdrawn draft has the verdict of its rule and the downgrade', () => {
  const assessment = assessmentOf(listed('register_removed', 'authorised', { stage: 'superseded' }));
  assert.equal(
    assessment.trail.map(({ rule, direction }) => `${rule}:${direction}`),
    ['register-row-removed:weakens', 'superseded:unassessed'],
  );
  assert.equal(
    [assessment.direction, assessment.status, assessment.disposition],
    ['unassessed', 'superseded', 'superseded'],
  );
});

const published = withFoldTexts(impactV1);

/** Rules of a family, and its verdicts on its cases. */
const pinOf = (family: RuleFamily): string => {
  const rules = ruleSetHash({
    version: family.name,
    fields: [],
    rules: family.rules,
    texts: {},
    severity: impactV1.severity,
  });
  return shortHashOf([rules, verdictHash(impactV1, corpusOfFamily(family, impactV1.fields))]);
};

/**
 * Pins of the published set. A difference means that a log would get other assessments: make another rule
 * set instead.
 */
const pins = {
  /** Rules and verdicts of each family. */
  families: {
    own: 'r6sz6koafxnt5cm6n6c46d3lhl',
    register: 'nkup2zuilnyd62dkuvezeviqfc',
    sanctions: 'j2z24rn4po2bc7sjs5he6y4tq6',
    disclosure: 'lby5fguktsrpt33rjtvh5lqnsu',
    source: 'cadhej7bn3eym4ken7pvhtlphb',
    chain: 'pactzj7bayew5zzr5tx6ngitk6',
    collateral: 'zrqgwct2lfridfulwhci3wcamy',
    edges: 'm6dmgkef36uqrs4due3yzfsis7',
    checks: '7gleqildctk76nsrczwaqspcvk',
    reference: '4paqk2jnihmaxd6whjmhpvwrxx',
  },
  /** Templates of each family of the fold. */
  templates: {
    own: 'mcakrq2qqv77x6hgha3rjyozf6',
    'register-row': 'kkazlhi7gj6e3zs3ptktqfbaj2',
    'register-column': 'tolj4qwjxkgoqxx6h7oy7jdkqx',
    sanctions: 'f5cuajixtngwc3vl4nub7b7tqz',
    disclosure: 'ryx2dodfmvvgpmkmrachons6w5',
    source: 'kibne6lmclrfoe2yryrxgq5obb',
    chain: 'mu5ixouz3qx6uyalgfyc45js2u',
    collateral: 'pskchukkz4eyc5f2h2hote55mm',
    edges: 'ohtofzjln2atpr7xvoptd2wusb',
    checks: '6jqakexscomdzvfkzzyi2lfalu',
  },
  /** Content of the set: texts, claims, catalogue, parameters, confidence. */
  rules: '8e1146b52311d80b71063a4e637161c85fe99e7e256217b3f633291ddc19fb6a',
  /** Verdicts of its code on the cases of corpus.ts. */
  verdicts: '85d7d934b563b892a69c9382f96f7483b1552c4ccf40e2347eaa0cb71dff172a',
} as const;

test('impact-v1 is published, with the pinned texts, claims and parameters', () => {
  assert.equal([publishedRules.initial, ruleSetVersions(publishedRules)], ['impact-v1', ['impact-v1']]);
  const set = ruleSetOf('impact-v1', publishedRules);
  assert.is(set?.rules, impactV1.rules);
  assert.is(ruleSetOf('impact-v2', publishedRules), undefined);
  assert.is(set === undefined ? '' : ruleSetHash(set), pins.rules);
});

test('each family has the pinned rules, texts and verdicts, and each family of the fold the pinned templates', () => {
  assert.equal(Object.fromEntries(impactV1.families.map((family) => [family.name, pinOf(family)])), pins.families);
  const templates = Object.entries(familyTexts).map(([family, texts]) => [family, shortHashOf(texts)]);
  assert.equal(Object.fromEntries(templates), pins.templates);
});

test('the verdicts of impact-v1 are the pinned ones', () => {
  assert.is(verdictHash(impactV1), pins.verdicts);
});

test('a field that joins the catalogue leaves the set, its verdicts and its hash', () => {
  const [field] = disclosureFields;
  if (field === undefined) throw new Error('no field');
  const joined = { ...field, name: 'redemption_queue' };
  const set = { ...published, fields: fieldsOfV1In([joined, ...disclosureFields]) };
  assert.is(ruleSetHash(set), pins.rules);
  assert.is(fieldOfV1(joined.name), undefined);
  assert.throws(() => fieldsOfV1In(disclosureFields.slice(1)), /lacks the field redemption_right/);
});

test('rules of impact-v1 read no other list of fields', () => {
  const folder = join(packageRoot(), 'pipeline/impact/v1');
  const readers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && readFileSync(join(folder, file), 'utf8').includes('fields/catalogue.ts'),
  );
  assert.equal(readers, ['fields-of-v1.ts']);
});

test('every rule fires on some case of the corpus', () => {
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

test('a later family alters no verdict on the cases of an earlier one', () => {
  for (const [index, family] of impactV1.families.entries()) {
    // The silent cases of a rule may be of a later family: these fall back until it is there.
    const cases = corpusOfFamily(family, impactV1.fields).filter(({ comparison }) =>
      family.rules.some(({ appliesTo }) => appliesTo.comparison === comparison),
    );
    assert.is(verdictHash(withFamilies(impactV1, index + 1), cases), verdictHash(impactV1, cases), family.name);
  }
});

test('families have comparisons of their own; opening and closing apply to every comparison', () => {
  const { opening, families, closing } = impactV1;
  const comparisons = families.map(({ rules }) => [...new Set(rules.map(({ appliesTo }) => appliesTo.comparison))]);
  assert.is(new Set(comparisons.flat()).size, comparisons.flat().length);
  assert.not.ok(comparisons.flat().includes('any'));
  assert.ok([...opening, ...closing].every(({ appliesTo }) => appliesTo.comparison === 'any'));
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
  'row of severity': (set) => ({ ...set, severity: { ...set.severity, rows: set.severity.rows.slice(1) } }),
  'least severity': (set) => ({
    ...set,
    severity: { ...set.severity, least: { ...set.severity.least, severity: 'low' } },
  }),
  template: (set) => withTemplate(set, 'chain', 'tokenTexts'),
  'family of templates': (set) => ({ ...set, texts: {} }),
  overlays: (set) => withField(set, 'redemption_fee', (field) => ({ ...field, overlays: [] })),
};

for (const [name, edit] of Object.entries(edits)) {
  test(`the hash of a set shows another ${name}`, () => {
    assert.is.not(ruleSetHash(edit(published)), ruleSetHash(published));
  });
}

test('PE-1 another template, threshold, claim or severity is another hash than the pinned one', () => {
  for (const [name, edit] of Object.entries(edits)) assert.is.not(ruleSetHash(edit(published)), pins.rules, name);
});

test('PE-1 every table of templates of the fold is in the hash of the set', async () => {
  const folder = join(packageRoot(), 'pipeline/changes/families');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?:^|[/-])templates\.ts$/.test(file),
  );
  assert.ok(files.length > 10);
  for (const file of files) {
    const tables = familyTexts[file.split('/')[0] ?? ''] ?? {};
    const exported: unknown = await import(moduleUrl(`pipeline/changes/families/${file}`));
    for (const name of Object.keys(exported as object)) assert.ok(name in tables, `${file} exports ${name}`);
  }
});

test('words of the catalogue that no verdict rests on are not in the hash', () => {
  const relabelled = withField(published, 'redemption_fee', (field) => ({
    ...field,
    label: 'Fee',
    stake: 'It matters.',
  }));
  assert.is(ruleSetHash(relabelled), ruleSetHash(published));
});

test('the hash of verdicts changes with a comparator that decides otherwise', () => {
  const bent = withRule(published, 'disclosure-compared', (rule) => ({
    ...rule,
    evaluate: (facts, standing) => {
      const verdict = rule.evaluate(facts, standing);
      return verdict?.materiality === 'clarification' ? { ...verdict, materiality: 'material' } : verdict;
    },
  }));
  assert.is(ruleSetHash(bent), ruleSetHash(published));
  assert.is.not(verdictHash(bent), verdictHash(impactV1));
});

test('only rules for the comparison are evaluated, in the order of the set', () => {
  const evaluated: string[] = [];
  const watched: RuleSet = {
    ...published,
    rules: impactV1.rules.map((rule) => ({
      ...rule,
      evaluate: (facts, standing) => {
        evaluated.push(rule.id);
        return rule.evaluate(facts, standing);
      },
    })),
  };
  for (const { facts, prefix } of [
    { facts: column('comments', 'a', 'b'), prefix: /^(register|gleif)-/ },
    { facts: disclosed('redemption_fee', { bps: '0' }, { bps: '1' }), prefix: /^disclosure-/ },
  ]) {
    evaluated.length = 0;
    assert.equal(assessedUnder(watched, facts).assessment.trail, assessedUnder(impactV1, facts).assessment.trail);
    const general = ['comparable', 'fallback', 'unconfirmed', 'superseded'];
    assert.equal(
      evaluated.filter((id) => !prefix.test(id)),
      general,
    );
    assert.equal(
      evaluated,
      impactV1.rules.map(({ id }) => id).filter((id) => evaluated.includes(id)),
    );
  }
});

const withRule = (set: RuleSet, id: string, edit: (rule: Rule) => Rule): RuleSet => ({
  ...set,
  rules: set.rules.map((rule) => (rule.id === id ? edit(rule) : rule)),
});

const withTemplate = (set: RuleSet, family: string, table: string): RuleSet => {
  const tables = set.texts[family] ?? {};
  assert.ok(tables[table] !== undefined, `${family} has no table ${table}`);
  return { ...set, texts: { ...set.texts, [family]: { ...tables, [table]: {} } } };
};

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
