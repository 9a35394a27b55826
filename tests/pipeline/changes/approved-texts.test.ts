import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { catalogue } from '../../../pipeline/changes/catalogue.ts';
import { bannedWords } from '../../../pipeline/text/style-check.ts';
import { explanationKinds } from '../../../schemas/explanation-kinds.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { type ExplanationKind, termsOf } from '../../../schemas/vocabulary.ts';
import { approve, approvedPages } from './approve.ts';
import { addressProblems, proseProblems, sentenceProblems, unfilledSlots } from './prose.ts';
import { type Scenario, scenarios } from './scenarios.ts';

/** Kinds that no family produces yet. */
const reserved: readonly ExplanationKind[] = catalogue()
  .filter(({ producers }) => producers.length === 0)
  .map(({ kind }) => kind);

for (const [kind, make] of Object.entries(scenarios)) {
  test(`approved text: ${kind}`, () => {
    const cases = make();
    for (const { title, changes } of cases) {
      assert.ok(changes.length > 0, `${title} raises no change`);
      assert.ok(
        changes.every((change) => change.explanation.kind === kind),
        title,
      );
    }
    const text = pageOf(kind as ExplanationKind, cases);
    assert.equal(bannedWords(withoutQuotations(text)), []);
    assert.equal(
      cases.flatMap(({ changes }) => changes.flatMap(problemsOf)),
      [],
    );
    approve(`${kind}.md`, text);
  });
}

test('every kind of change that can occur has an approved text, and no other', () =>
  assert.equal(
    approvedPages(),
    termsOf('explanationKind')
      .filter((kind) => !reserved.includes(kind))
      .map((kind) => `${kind}.md`)
      .sort(),
  ));

const withoutQuotations = (text: string): string => text.replaceAll(/“[^”]*”/g, '');

function problemsOf({ title, explanation }: Change): readonly string[] {
  const { headline, what, whatDetail, impact, whyItMatters, field } = explanation;
  const sentences = Object.entries({ what, whatDetail, impact, whyItMatters, meaning: field.meaning });
  return [
    ...[...Object.entries({ title, headline }), ...sentences].flatMap(([path, text]) => [
      ...proseProblems({ path, text }),
      ...addressProblems({ path, text }),
      ...unfilledSlots(text),
    ]),
    ...sentences.flatMap(([path, text]) => sentenceProblems({ path, text })),
  ];
}

function pageOf(kind: ExplanationKind, cases: readonly Scenario[]): string {
  const { title, meaning, hint } = explanationKinds[kind];
  const sections = cases.map(({ title: heading, changes }) => `## ${heading}\n\n${changes.map(proseOf).join('\n')}`);
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
