/** Rules over sentences anywhere in a document that is no white paper, and over places that a profile declares. */
import type { DocumentView } from './document-view.ts';
import { sentencesOf } from './quotes.ts';
import { readSentence } from './read-form.ts';
import type { FieldRules } from './rules/field-rules.ts';
import type { Found } from './rules/rule.ts';

/** Language of the rules. */
const language = 'en';

export function readSentences(
  document: DocumentView,
  { field, sentences = [], kinds = [] }: FieldRules,
): readonly Found[] {
  const { kind, passages, template, profile } = document;
  if (template.table !== null || !kinds.includes(kind) || (profile.language ?? language) !== language) return [];
  return passages.flatMap((passage) =>
    sentencesOf(passage, passage.isClosed).flatMap((sentence) =>
      readSentence(sentences, sentence).map(({ form, outcome, quote }) => ({
        ...{ field, kind: 'sentence' as const, rule: `keyword:${form}`, outcome, quote, place: passage.place },
      })),
    ),
  );
}
