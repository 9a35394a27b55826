import { readdirSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMemoryState } from '../../infra/state/memory.ts';
import { buildChange } from '../../pipeline/changes/build-change.ts';
import { shapeProblem } from '../../schemas/shape-check.ts';
import { composeRuleSet, withFamilies } from '../../pipeline/impact/rule-set.ts';
import { withFoldTexts } from '../../pipeline/changes/rule-sets.ts';
import type { AssessmentRules } from '../../pipeline/impact/rule.ts';
import { ruleSetHash } from '../../pipeline/impact/rulesets.ts';
import { impactV1 } from '../../pipeline/impact/v1/rules.ts';
import { sideOf } from '../../pipeline/changes/fact.ts';
import { at, observation } from '../pipeline/changes/builders.ts';
import { supplyFamily, supplyKinds, supplyRules, totalSupply } from './example-family.ts';
import { pathOf, tableRows, textFiles, textOf } from './tree.ts';

const page = textOf('docs/add-a-change-family.md');
const folders = [...page.matchAll(/`(pipeline\/(?:changes\/families|impact\/v1)\/own)`/g)].map(
  (match) => match[1] ?? '',
);
const linesOf = (file: string): number => textOf(file).trimEnd().split('\n').length;
const stated = new Map(
  tableRows(page)
    .filter(([name = '', lines = '']) => /^`[\w-]+\.ts`$/.test(name) && /^\d+$/.test(lines))
    .map(([name = '', lines = '']) => [name.replaceAll('`', ''), Number(lines)]),
);

test('docs/add-a-change-family.md: the folders it shows are as large as it states', () => {
  assert.is(folders.length, 2);
  const sizes = folders.map((folder) =>
    readdirSync(pathOf(folder)).map((file) => [file, linesOf(`${folder}/${file}`)] as const),
  );
  assert.equal([...stated].sort(), [...sizes.flat()].sort());
  for (const files of sizes) {
    const lines = files.reduce((sum, [, count]) => sum + count, 0);
    assert.ok(page.includes(`${files.length} files and ${lines} lines`), `${files.length} files and ${lines} lines`);
  }
});

test('docs/add-a-change-family.md: outside its folders the family is entries of the tables it names', () => {
  const tables = tableRows(page).flatMap(([name = '']) =>
    [...name.matchAll(/`([a-z]+\/[\w./-]+)`/g)].map((match) => match[1] ?? ''),
  );
  const importers = textFiles()
    .filter((file) => /^(schemas|infra|pipeline|api|cli)\/.*\.ts$/.test(file))
    .filter((file) => !folders.some((folder) => file.startsWith(`${folder}/`)))
    .filter((file) => /from '[^']*\/own\/[\w-]+\.ts'/.test(textOf(file)));
  assert.equal([...importers].sort(), [
    'pipeline/changes/catalogue.ts',
    'pipeline/changes/families/families.ts',
    'pipeline/changes/family-texts.ts',
    'pipeline/impact/v1/rules.ts',
  ]);
  assert.equal(
    importers.filter((file) => !tables.includes(file)),
    [],
  );
});

test('docs/add-a-change-family.md: the fold reads the table and names no family', () => {
  const readers = ['detect', 'recompose', 'reading', 'reviews', 'composition/parts', 'families/apply-review'];
  const families = readdirSync(pathOf('pipeline/changes/families')).filter((name) => !name.endsWith('.ts'));
  for (const file of readers.map((name) => `pipeline/changes/${name}.ts`)) {
    const named = families.filter((family) => new RegExp(`(?:/families|'\\.)/${family}/`).test(textOf(file)));
    assert.equal(named, [], file);
  }
});

test('docs/add-a-change-family.md: the places it names exist', () => {
  const paths = [...page.matchAll(/`((?:pipeline|schemas|tests)\/[\w./-]+)`/g)].map((match) => match[1] ?? '');
  assert.ok(paths.length > 15);
  for (const path of paths) assert.ok(readdirSync(pathOf(path.split('/').slice(0, -1).join('/'))).length > 0, path);
  for (const path of paths.filter((one) => one.endsWith('.ts'))) assert.ok(textOf(path).length > 0, path);
});

const later = composeRuleSet({ ...impactV1, version: 'impact-v2', families: [...impactV1.families, supplyRules] });
const reading = (amount: string, day: string) =>
  observation({ field: 'total_supply', sourceKey: 'chain:eip155:1', value: { amount }, observedAt: at(day) });

test('the example family: from two observations to an assessed change', () => {
  const [first, second] = [reading('100', '2026-01-29'), reading('120', '2026-02-09')];
  const circumstances = { draft: null, sameLineage: true, field: 'total_supply', observedAt: second.observedAt };
  const observed = { state: createMemoryState(), observation: second };
  assert.is(shapeProblem(totalSupply, { amount: 120 }), 'value.amount is not text');
  assert.equal(supplyFamily.compare({ ...circumstances, old: undefined }, { amount: '100' }, observed), {
    decision: 'accept',
  });
  const decision = supplyFamily.compare({ ...circumstances, old: { amount: '100' } }, { amount: '120' }, observed);
  if (decision.decision !== 'change') throw new Error('no change');
  assert.ok(Object.keys(supplyKinds).includes(decision.finding.kind));
  const context = { fact: second, cause: second, old: sideOf(first), draft: null, regimes: [] };
  const change = buildChange(decision.finding, { ...context, ruleSet: withFoldTexts(later) });
  assert.equal(
    [change.title, change.explanation.kind, change.direction, change.impact, change.assessment.rulesVersion],
    ['Total supply changed', 'supply_changed', 'neutral', 'Another number of tokens exists than before.', 'impact-v2'],
  );
  const unassessed = buildChange(decision.finding, { ...context, ruleSet: withFoldTexts(impactV1) });
  assert.equal([unassessed.assessment.method, unassessed.direction], ['fallback', 'unassessed']);
});

test('the example family: a set that appends it keeps the hash of every earlier prefix', () => {
  for (const [index] of impactV1.families.entries()) {
    const prefix = { ...withFamilies(later, index + 1), version: impactV1.version };
    assert.is(hashOfRules(prefix), hashOfRules(withFamilies(impactV1, index + 1)));
  }
  assert.is.not(hashOfRules({ ...later, version: impactV1.version }), hashOfRules(impactV1));
});

const hashOfRules = (rules: AssessmentRules): string => ruleSetHash(withFoldTexts(rules));

test.run();
