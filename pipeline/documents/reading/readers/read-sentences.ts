/** Rules over sentences anywhere in a document that is no white paper, and over places that a profile declares. */
import type { DocumentView } from '../document-view.ts';
import { type Sentence, sentencesOf } from '../blocks/quotes.ts';
import { readSentence } from '../forms/read-form.ts';
import type { FieldRules } from '../rules/field-rules.ts';
import type { RuleMatch } from '../rule.ts';

/** Language of the rules. */
const language = 'en';

export function readSentences(
  document: DocumentView,
  { field, sentences = [], kinds = [], words = [], watched }: FieldRules,
): readonly RuleMatch[] {
  const { kind, template, profile } = document;
  if (template.table !== null || !kinds.includes(kind) || (profile.language ?? language) !== language) return [];
  if (sentences.length === 0) return [];
  const all = sentencesIn(document);
  const forms = sentences.filter(
    ({ absent = [] }) => !absent.some((word) => all.some(({ lower }) => lower.includes(word))),
  );
  return all
    .filter(({ lower }) => words.length === 0 || words.some((word) => lower.includes(word)))
    .flatMap((sentence) => {
      document.steps.characters(sentence.plain.length * (sentences.length + 1));
      return readSentence(forms, sentence, watched).map(({ form, outcome, quote }) => ({
        field,
        kind: 'sentence' as const,
        rule: `keyword:${form}`,
        outcome,
        quote,
        place: sentence.place,
      }));
    });
}

/** The rules of every field go over the same sentences. */
const known = new WeakMap<DocumentView, readonly Sentence[]>();

export function sentencesIn(document: DocumentView): readonly Sentence[] {
  const sentences =
    known.get(document) ?? document.passages.flatMap((passage) => sentencesOf(passage, passage.isClosed));
  known.set(document, sentences);
  return sentences;
}
