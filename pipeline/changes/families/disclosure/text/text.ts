import type { DisclosureField, FieldValue } from '../../../../../schemas/fields/field.ts';
import type { ExplainedField } from '../../../../../schemas/generated/records.ts';
import type { Finding } from '../../../finding.ts';
import { fill, fillWording, type Wording } from '../../../../text/template.ts';
import { readingTexts, stageTexts } from './phrases.ts';
import { disclosureTexts } from './templates.ts';
import { fieldPhrases } from './field-templates.ts';
import { valueTexts } from '../../../../documents/fields/value-templates.ts';
import { clipped, formatDate, midSentence } from '../../../../text/values.ts';
import { type TemplateName, templateOf } from './choose-template.ts';
import type { FieldFinding } from '../field/field-finding.ts';
import { formatDifference } from './difference-text.ts';
import { noteOnValue, formatValue, valuesInSentence } from '../../../../documents/fields/value-text.ts';
import { passagesOf } from './passages.ts';
import { formatSource } from '../../../../text/source-text.ts';
import { sentenceCase } from '../../../../../schemas/values/sentence-case.ts';

/** The finding with its texts and facts; `reword` replaces the wording. */
export function explained(
  field: DisclosureField,
  finding: FieldFinding,
  reword: (wording: Wording) => Wording = (wording) => wording,
): Finding {
  const { kind, changeKind, stage, sense, comparable, faint, evidence } = finding;
  const { wording, before, after, previous, current } = explainField(field, finding);
  const whole: Finding = {
    category: 'disclosure_field',
    kind,
    changeKind,
    stage,
    fieldGroup: field.group,
    comparable,
    comparison: {
      comparison: 'disclosure_field',
      field: field.name,
      sense,
      old: finding.old,
      new: finding.new,
      evidence,
    },
    wording: reword(wording),
    field: explainedFieldOf(field),
    before,
    after,
    previous,
    current,
  };
  return faint === true ? { ...whole, faint } : whole;
}

/** The texts of a finding; `before` and `after` are null when the value was not stated. */
type ExplainedTexts = Pick<Finding, 'wording' | 'before' | 'after' | 'previous' | 'current'>;

/** Explains a finding about a disclosed field. */
export function explainField(field: DisclosureField, finding: FieldFinding): ExplainedTexts {
  const [stated, states] = [formatValue(field, finding.old), formatValue(field, finding.new)];
  const [old, current] = valuesInSentence(field, finding.old, finding.new);
  const [before, after] = [clipped(old, longestValue), clipped(current, longestValue)];
  const the = phraseOf(field);
  const source = formatSource(finding.sourceKey);
  const difference = formatDifference(field, finding.old, finding.new);
  const date = formatDate(finding.observedAt);
  const noteOn = (value: FieldValue): string | null => (isCountedAlike(finding) ? null : noteOnValue(value));
  const template: Wording = disclosureTexts[templateOf(field, finding, difference)];
  const statesResults = template.what.includes('{finds}');
  const filled = fillWording(template as (typeof disclosureTexts)[TemplateName], {
    Label: field.label,
    the,
    bare: midSentence(field.label),
    source,
    Source: sentenceCase(source),
    date,
    before,
    after,
    beforeShort: inHeadline(field, old),
    afterShort: inHeadline(field, current),
    difference: clipped(difference, longestValue),
    differenceShort: clipped(difference, longestDifference),
    finds: statesResults ? fill(readingTexts[finding.new === null ? 'findsNothing' : 'finds'], { the, after }) : '',
    found: statesResults ? fill(readingTexts[finding.old === null ? 'foundNothing' : 'found'], { before }) : '',
    passages: passagesOf(finding, sentenceCase(source), date),
  });
  return {
    wording: atStage(filled, finding),
    before: finding.old === null ? null : stated,
    after: finding.new === null ? null : states,
    previous: { label: field.label, value: stated, note: noteOn(finding.old) },
    current: {
      label: field.label,
      value: finding.sense === 'partial' ? valueTexts.notRead : states,
      note: finding.stage === 'superseded' ? stageTexts.withdrawnNote : noteOn(finding.new),
    },
  };
}

/** The value at the length of a headline; a document without its particulars. */
const inHeadline = ({ rule }: DisclosureField, text: string): string =>
  clipped(rule.type === 'document' ? (text.split(' (', 1)[0] ?? '') : text, longestInHeadline);

/** Days of one kind need no note on how they are compared. */
const isCountedAlike = ({ old, new: current }: FieldFinding): boolean =>
  old === null || current === null || old['count'] === current['count'];

const longestInHeadline = 80;
const longestDifference = 120;
const longestValue = 400;

function atStage(wording: Wording, { stage, sense, wasNotable }: FieldFinding): Wording {
  if (stage === 'draft') {
    const { headline, what, whatDetail } = wording;
    return {
      ...wording,
      headline: fill(stageTexts.draftHeadline, { headline: midSentence(headline) }),
      what: fill(stageTexts.draftWhat, { what }),
      whatDetail: fill(stageTexts.draftDetail, { detail: whatDetail }),
    };
  }
  const isWithdrawn = wasNotable && (stage === 'superseded' || sense === 'returned');
  if (!isWithdrawn) return wording;
  return { ...wording, headline: fill(stageTexts.withdrawnHeadline, { headline: midSentence(wording.headline) }) };
}

/** The explanation of the field in the catalogue, as sentences. */
export function explainedFieldOf(field: DisclosureField): ExplainedField {
  const known = explanations.get(field);
  if (known !== undefined) return known;
  const { name, label, meaning, stake } = field;
  const explanation = { name, label, meaning: `${sentenceCase(meaning)}.`, stake };
  explanations.set(field, explanation);
  return explanation;
}

const explanations = new WeakMap<DisclosureField, ExplainedField>();

/** A field in the middle of a sentence, after a verb. */
export const phraseOf = ({ name, label }: DisclosureField): string =>
  fieldPhrases.get(name) ?? `the ${midSentence(label)}`;
