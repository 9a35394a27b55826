import type { DisclosureField, FieldValue } from '../../../../schemas/fields/field.ts';
import type { ExplainedField, StatedValue } from '../../../../schemas/generated/records.ts';
import { fill, fillWording, type Wording } from '../../text/template.ts';
import { disclosureTexts, readingTexts, stageTexts } from './templates.ts';
import { fieldPhrases } from './field-templates.ts';
import { valueTexts } from './value-templates.ts';
import { clipped, formatDate, midSentence, sentenceCase } from '../../text/values.ts';
import { wordingOf } from './choose-template.ts';
import { formatDifference } from './difference-text.ts';
import { noteOnValue, textOf, formatValue } from './value-text.ts';
import { passagesOf } from './passages.ts';
import { formatSource } from './source-text.ts';
import type { ToldOfField } from './told-of-field.ts';

export interface ExplainedChange {
  readonly wording: Wording;
  /** Null when it was not stated. */
  readonly before: string | null;
  readonly after: string | null;
  readonly previous: StatedValue;
  readonly current: StatedValue;
}

/** A change of a disclosed field in words (domain 5.5). */
export function explainField(field: DisclosureField, told: ToldOfField): ExplainedChange {
  const [stated, states] = [formatValue(field, told.old), formatValue(field, told.new)];
  const [before, after] = [clipped(stated, longestValue), clipped(states, longestValue)];
  const the = phraseOf(field);
  const source = formatSource(told.sourceKey);
  const difference = formatDifference(field, told.old, told.new);
  const date = formatDate(told.observedAt);
  const noteOn = (value: FieldValue): string | null => (isCountedAlike(told) ? null : noteOnValue(value));
  const filled = fillWording(disclosureTexts[wordingOf(field, told, difference)], {
    Label: field.label,
    the,
    bare: midSentence(field.label),
    source,
    Source: sentenceCase(source),
    date,
    before,
    after,
    beforeShort: headlineOf(field, told.old, stated),
    afterShort: headlineOf(field, told.new, states),
    difference: clipped(difference, longestValue),
    differenceShort: clipped(difference, longestDifference),
    finds: fill(told.new === null ? readingTexts.findsNothing : readingTexts.finds, { the, after }),
    found: fill(told.old === null ? readingTexts.foundNothing : readingTexts.found, { before }),
    passages: passagesOf(told, sentenceCase(source), date),
  });
  return {
    wording: atStage(filled, told),
    before: told.old === null ? null : stated,
    after: told.new === null ? null : states,
    previous: { label: field.label, value: stated, note: noteOn(told.old) },
    current: {
      label: field.label,
      value: told.sense === 'partial' ? valueTexts.notRead : states,
      note: told.stage === 'superseded' ? stageTexts.withdrawnNote : noteOn(told.new),
    },
  };
}

/** The value at the length of a headline; of a document its address. */
const headlineOf = ({ rule }: DisclosureField, value: FieldValue, words: string): string =>
  clipped(rule.type === 'document' && value !== null ? textOf(value, 'url') : words, longestInHeadline);

/** Days of one kind need no word on how they compare. */
const isCountedAlike = ({ old, new: current }: ToldOfField): boolean =>
  old === null || current === null || old['count'] === current['count'];

const longestInHeadline = 80;
const longestDifference = 120;
const longestValue = 400;

function atStage(wording: Wording, { stage, sense, wasNotable }: ToldOfField): Wording {
  const { headline, what, whatDetail } = wording;
  const inside = midSentence(headline);
  if (stage === 'draft') {
    return {
      ...wording,
      headline: fill(stageTexts.draftHeadline, { headline: inside }),
      what: fill(stageTexts.draftWhat, { what }),
      whatDetail: fill(stageTexts.draftDetail, { detail: whatDetail }),
    };
  }
  const isWithdrawn = wasNotable && (stage === 'superseded' || sense === 'returned');
  return isWithdrawn ? { ...wording, headline: fill(stageTexts.withdrawnHeadline, { headline: inside }) } : wording;
}

/** The field as the catalogue explains it, in sentences. */
export const explainedFieldOf = ({ name, label, meaning, stake }: DisclosureField): ExplainedField => ({
  name,
  label,
  meaning: `${sentenceCase(meaning)}.`,
  stake,
});

/** A field in the middle of a sentence, after a verb. */
export const phraseOf = ({ name, label }: DisclosureField): string =>
  fieldPhrases.get(name) ?? `the ${midSentence(label)}`;
