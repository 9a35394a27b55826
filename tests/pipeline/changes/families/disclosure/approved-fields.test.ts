/** Texts for holders about each disclosed field, in every direction of its changes. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatValue } from '../../../../../pipeline/documents/fields/value-text.ts';
import { disclosureFields } from '../../../../../schemas/fields/catalogue.ts';
import type { DisclosureField, FieldRule, FieldValue } from '../../../../../schemas/fields/field.ts';
import type { Change } from '../../../../../schemas/generated/records.ts';
import type { Direction } from '../../../../../schemas/vocabulary.ts';
import { approve, approvedPages } from '../../approve.ts';
import { proseProblems, sentenceProblems, unfilledSlots } from '../../prose.ts';
import { type ExamplePair, fieldExamples } from './field-examples.ts';
import { hour, march, reading, changesOf } from './field-story.ts';
import { sentenceCase } from '../../../../../schemas/values/sentence-case.ts';

const day = 24 * hour;

for (const field of disclosureFields) {
  test(`approved text: field ${field.number}, ${field.name}`, () => {
    const raised = exampleChanges(field);
    for (const { change } of raised) assert.equal(problemsOf(change), []);
    approve(`fields/${field.name}.md`, pageOf(field, raised));
  });

  test(`every direction of ${field.name} has an approved example`, () => {
    const approved = exampleChanges(field).map(({ event, change }) => `${event} ${change.direction}`);
    assert.equal([...approved].sort(), [...directionsOf(field)].sort());
  });
}

test('every approved page belongs to a field', () =>
  assert.equal(approvedPages('fields/'), disclosureFields.map(({ name }) => `${name}.md`).sort()));

/**
 * What can become of a field, by its rule: another value in each direction its comparator can give; disclosed, which
 * strengthens transparency and is mixed where the value can be adverse; and disclosed no longer, which weakens it.
 */
function directionsOf({ rule, adverse }: DisclosureField): readonly string[] {
  return [
    ...directionsOfRule(rule).map((direction) => `changed ${direction}`),
    'stated strengthens',
    ...(adverse === null ? [] : ['stated mixed']),
    'no longer stated weakens',
  ];
}

function directionsOfRule(rule: FieldRule): readonly Direction[] {
  switch (rule.type) {
    case 'ordinal':
    case 'frequency':
      return ['weakens', 'strengthens', 'unassessed'];
    case 'lower':
    case 'higher':
      // Days of two kinds can be equal; a difference within a tolerance is neutral; currencies are not converted.
      if (rule.quantity === 'days' || rule.tolerance !== '0') return ['weakens', 'strengthens', 'neutral'];
      return ['weakens', 'strengthens', ...(rule.quantity === 'money' ? (['unassessed'] as const) : [])];
    case 'setBad':
    case 'setGood':
    case 'fees':
      return ['weakens', 'strengthens', 'mixed', 'unassessed'];
    case 'tierSet':
      return ['weakens', 'strengthens', 'neutral', 'unassessed'];
    case 'bool':
      return ['weakens', 'strengthens', 'neutral'];
    case 'identity':
      return ['mixed'];
    case 'parties':
    case 'document':
      return ['weakens', 'mixed', 'neutral'];
    case 'date':
      return ['weakens', 'neutral'];
    case 'yield':
      return ['weakens', 'strengthens', 'mixed', 'unassessed'];
    case 'supply':
      return ['weakens', 'strengthens', 'mixed', 'neutral', 'unassessed'];
  }
}

interface ExampleChange {
  readonly event: (typeof events)[number];
  readonly pair: ExamplePair;
  readonly change: Change;
}

const events = ['changed', 'stated', 'no longer stated'] as const;

const exampleChanges = (field: DisclosureField): readonly ExampleChange[] =>
  (fieldExamples[field.name]?.pairs ?? [])
    .map((pair) => ({ event: eventOf(pair), pair, change: raised(field, pair) }))
    .sort((left, right) => events.indexOf(left.event) - events.indexOf(right.event));

const eventOf = ({ old, new: current }: ExamplePair): (typeof events)[number] =>
  old === null ? 'stated' : current === null ? 'no longer stated' : 'changed';

/** The change as it stands once a second capture bore it out. */
function raised(field: DisclosureField, { old, new: current, regimes = [] }: ExamplePair): Change {
  const { source = 'terms', passage = null } = fieldExamples[field.name] ?? {};
  const passageOf = (value: NonNullable<FieldValue>): string =>
    typeof value['text'] === 'string'
      ? value['text']
      : (passage ?? '').replace('{value}', () => formatValue(field, value).replaceAll(/[“”]/g, ''));
  const read = (value: FieldValue, observedAt: number) =>
    reading(field.name, {
      sourceKey: source,
      value,
      quote: value === null || passage === null ? null : passageOf(value),
      observedAt,
    });
  const changes = changesOf(regimes, read(old, march), read(current, march + day), read(current, march + 2 * day));
  const confirmed = changes.at(-1);
  if (confirmed === undefined || changes.length !== 2) throw new Error(`${field.name}: ${changes.length} changes`);
  return confirmed;
}

function problemsOf({ title, explanation, assessment }: Change): readonly string[] {
  const { headline, what, whatDetail, impact } = explanation;
  const sentences = Object.entries({ what, whatDetail, impact, reason: assessment.reason });
  return [
    ...[...Object.entries({ title, headline }), ...sentences].flatMap(([path, text]) => [
      ...proseProblems({ path, text }),
      ...unfilledSlots(text),
    ]),
    ...sentences.flatMap(([path, text]) => sentenceProblems({ path, text })),
  ];
}

function pageOf(field: DisclosureField, examples: readonly ExampleChange[]): string {
  const { field: words } = examples[0]?.change.explanation ?? {};
  const sections = examples.map(({ event, pair, change }) => {
    const under = pair.regimes === undefined ? '' : `, under ${pair.regimes.join(' and ')}`;
    const heading = `${sentenceCase(event)}: ${change.direction}${under}`;
    return `## ${heading}\n\n${proseOf(change)}`;
  });
  return `# ${field.label}\n\n${words?.meaning ?? ''} ${words?.stake ?? ''}\n\n${sections.join('\n\n')}\n`;
}

function proseOf(change: Change): string {
  const { explanation, assessment } = change;
  const dimensions = assessment.dimensions.map(({ kind, direction }) => `${kind} ${direction}`).join(', ');
  const notes = [explanation.previous.note, explanation.current.note].filter((note) => note !== null);
  return [
    `**${explanation.headline}**`,
    '',
    [explanation.what, explanation.whatDetail, ...notes].join(' '),
    '',
    `${explanation.impact} (${assessment.reason})`,
    '',
    `- ${dimensions}`,
    `- ${change.materiality ?? 'no materiality'}, ${change.disposition}, ${change.notableAt === null ? 'not notified' : 'notified'}, confidence ${assessment.confidence}`,
  ].join('\n');
}

test.run();
