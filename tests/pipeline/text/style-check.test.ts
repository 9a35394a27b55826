/** Every sentence this project can emit follows the rules of its style, wherever it is defined. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { textOfIntake } from '../../../api/readmodel/resources/notifications/text.ts';
import { publishedRules } from '../../../pipeline/changes/rule-sets.ts';
import { explanationKinds } from '../../../schemas/explanation-kinds.ts';
import { disclosureFields } from '../../../schemas/fields/catalogue.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { moduleUrl } from '../../support/module-url.ts';
import { proseProblems, type Prose, sentenceProblems } from '../changes/prose.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Every text in a value, with its path. */
function textsIn(value: unknown, path: string): readonly Prose[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const entries = value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value);
  return entries.flatMap(([key, member]) => textsIn(member, `${path}.${key}`));
}

/** Exports of the modules below a folder, by path. */
async function exportsBelow(
  folder: string,
  isWanted = /\.ts$/,
): Promise<readonly (readonly [path: string, exported: unknown])[]> {
  const files = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).filter((file) =>
    isWanted.test(file),
  );
  return Promise.all(files.sort().map(async (file) => [file, await import(moduleUrl(`${folder}/${file}`))] as const));
}

const problemsOf = (texts: readonly Prose[], check: (prose: Prose) => readonly string[]): readonly string[] =>
  texts.flatMap(check);

/** Lines of a wording that are whole sentences. */
const sentences = /\.(what|whatDetail|stake|holders|reason|replacedHolders)$/;

/** Files of templates and phrases. */
const templates = /(^|\/)(texts\/.*|([a-z]+-)?templates|places)\.ts$/;

test('templates and phrases of changes', async () => {
  const modules = await exportsBelow('pipeline/changes', templates);
  const texts = modules.flatMap(([file, exported]) => textsIn(exported, file));
  assert.ok(texts.length > 500, `${texts.length} texts`);
  assert.equal(problemsOf(texts, proseProblems), []);
  assert.equal(
    problemsOf(
      texts.filter(({ path }) => sentences.test(path)),
      sentenceProblems,
    ),
    [],
  );
});

test('tables of the impact rules', async () => {
  const modules = await exportsBelow('pipeline/impact/v1');
  const texts = modules.flatMap(([file, exported]) => textsIn(exported, file));
  assert.equal(problemsOf(texts, proseProblems), []);
});

test('claims, reasons and lines for holders of every published rule set', () => {
  const texts = publishedRules.sets.flatMap((ruleSet) =>
    ruleSet.rules.flatMap(({ id, claim, texts: emitted }) => [
      { path: `${id}.claim`, text: claim },
      ...textsIn(emitted, id),
    ]),
  );
  assert.ok(texts.length > 100, `${texts.length} texts`);
  assert.equal(problemsOf(texts, proseProblems), []);
  assert.equal(problemsOf(texts, sentenceProblems), []);
});

test('labels, meanings, stakes, claims and words of the field catalogue', () => {
  for (const { name, label, meaning, stake, words, overlays } of disclosureFields) {
    const phrases = textsIn({ label, meaning, words }, name);
    assert.equal(problemsOf(phrases, proseProblems), []);
    for (const { path, text } of phrases) assert.not.match(text, /\.$/, `${path} is a part of a sentence`);
    const claims = overlays.map(({ id, claim }) => ({ path: `${name}.${id}`, text: claim }));
    const whole = [{ path: `${name}.stake`, text: stake }, ...claims];
    assert.equal([...problemsOf(whole, proseProblems), ...problemsOf(whole, sentenceProblems)], []);
  }
});

test('B-71 every explanation kind has a title, a meaning and a hint', () => {
  const texts = textsIn(explanationKinds, 'kinds');
  assert.equal(problemsOf(texts, proseProblems), []);
  assert.equal(
    problemsOf(
      texts.filter(({ path }) => !/\.(title|category)$/.test(path)),
      sentenceProblems,
    ),
    [],
  );
});

test('notifications about an intake', () => {
  for (const kind of ['intake_ready', 'intake_partial', 'intake_unresolved']) {
    for (const reason of [null, ...termsOf('stateReason'), ...termsOf('intakeGap'), termsOf('intakeGap').join(' ')]) {
      for (const openMatches of [[], ['The list names the token'], ['The list names A', 'The list names B']]) {
        const words = textOfIntake({
          kind,
          reason,
          assetName: 'Example Dollar',
          openMatches,
          documents: openMatches.length,
        });
        const texts = textsIn(words, `${kind}.${reason ?? ''}`);
        assert.equal(problemsOf(texts, proseProblems), []);
        const whole = texts.filter(({ path }) => /\.(body|impact)$/.test(path));
        assert.equal(problemsOf(whole, sentenceProblems), []);
      }
    }
  }
});

for (const [text, problem] of [
  ['The fee will rise.', /will/],
  ['This is a risky change.', /risky/],
  ['You can redeem.', /you/i],
  ['Two  blanks.', /double/],
  ['', /empty/],
  ['Fee is undefined.', /undefined/],
] as const) {
  test(`the lint sees: ${text}`, () => assert.match(proseProblems({ path: 'x', text }).join('\n'), problem));
}

for (const text of ['no stop', 'starts low.', 'Two. .', 'Stop..']) {
  test(`the lint sees no sentence in: ${text}`, () => assert.ok(sentenceProblems({ path: 'x', text }).length > 0));
}

test.run();
