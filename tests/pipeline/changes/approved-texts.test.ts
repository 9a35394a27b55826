import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { catalogue } from '../../../pipeline/changes/catalogue.ts';
import { bannedWords } from '../../../pipeline/changes/wording.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import type { ExplanationKind } from '../../../schemas/vocabulary.ts';
import { type Scenario, scenarios } from './scenarios.ts';

const folder = fileURLToPath(new URL('../../approved/', import.meta.url));
const update = process.env['UPDATE_APPROVED'] === '1';

/** The words of a kind, to be read as prose: `UPDATE_APPROVED=1` writes them anew for review. */
for (const [kind, make] of Object.entries(scenarios)) {
  test(`approved text: ${kind}`, () => {
    const told = make();
    for (const { title, changes } of told) {
      assert.ok(changes.length > 0, `${title} raises no change`);
      assert.ok(
        changes.every((change) => change.explanation.kind === kind),
        title,
      );
    }
    const text = pageOf(kind as ExplanationKind, told);
    assert.equal(bannedWords(text), []);
    const file = `${folder}${kind}.md`;
    if (update) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, text);
    }
    assert.ok(existsSync(file), `${file} is missing; run with UPDATE_APPROVED=1 and read what it writes`);
    assert.fixture(text, readFileSync(file, 'utf8'));
  });
}

test('every approved text belongs to a kind that can occur', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  assert.equal(
    files.sort(),
    Object.keys(scenarios)
      .map((kind) => `${kind}.md`)
      .sort(),
  );
});

function pageOf(kind: ExplanationKind, told: readonly Scenario[]): string {
  const { title, meaning, hint } = catalogue[kind];
  const sections = told.map(({ title: heading, changes }) => `## ${heading}\n\n${changes.map(proseOf).join('\n')}`);
  return `# ${title}\n\n${meaning} ${hint}\n\n${sections.join('\n')}`;
}

function proseOf(change: Change): string {
  const { explanation, assessment } = change;
  const { field, previous, current } = explanation;
  const dimensions = assessment.dimensions.map(({ kind, direction }) => `${kind} ${direction}`).join(', ');
  return [
    `**${explanation.headline}**`,
    '',
    `${explanation.what} ${explanation.whatDetail}`,
    '',
    `${field.label}: ${field.meaning} ${explanation.whyItMatters}`,
    '',
    explanation.impact,
    '',
    `- title: ${change.title}`,
    `- before: ${previous.value}${previous.note === null ? '' : ` (${previous.note})`}`,
    `- after: ${current.value}${current.note === null ? '' : ` (${current.note})`}`,
    `- revision ${change.revision}, ${change.confirmed ? 'confirmed' : 'not confirmed'}, ${change.disposition}, ${change.changeKind}`,
    `- ${change.direction}${dimensions === '' ? '' : ` (${dimensions})`}, ${assessment.status}, confidence ${assessment.confidence}`,
    `- because: ${assessment.reason}`,
    `- rules: ${assessment.trail.map(({ rule }) => rule).join(', ')}`,
    '',
  ].join('\n');
}

test.run();
