/** Rules over sentences anywhere in a document that is no white paper, and over places that a profile declares. */
import type { DocumentPassage } from '../blocks/passages.ts';
import type { DocumentView } from '../document-view.ts';
import { type Sentence, sentencesOf } from '../blocks/quotes.ts';
import type { SentenceForm } from '../forms/form.ts';
import { boundToDay, fits, type FormOutcome, readSentence } from '../forms/read-form.ts';
import { languageOfTexts, type SentenceLanguage } from '../notation/languages.ts';
import type { FieldRules } from '../rules/field-rules.ts';
import type { RuleMatch } from '../rule.ts';

/** Language of forms that name none, and of documents with few words. */
const english = 'en';
const languages = new WeakMap<DocumentView, SentenceLanguage>();

/** The language of most words of a document. */
function languageOf(document: DocumentView): SentenceLanguage {
  const found = languages.get(document) ?? languageOfTexts(document.passages.map(({ text }) => text)) ?? english;
  languages.set(document, found);
  return found;
}

export function readSentences(
  document: DocumentView,
  { field, sentences = [], kinds = [], words = [], watched, aside }: FieldRules,
): readonly RuleMatch[] {
  const { kind, template, profile } = document;
  if (template.table !== null || !kinds.includes(kind) || sentences.length === 0) return [];
  const language = languageOf(document);
  // The built-in profiles are English ones; a profile that declares another language reads no other.
  if ((profile.language ?? english) !== english && profile.language !== language) return [];
  const all = sentencesIn(document);
  const forms = formsFor(
    document,
    sentences.filter((form) => (form.language ?? english) === language),
  );
  return all
    .filter(({ lower }) => words.length === 0 || words.some((word) => lower.includes(word)))
    .flatMap((sentence) => {
      document.steps.characters(sentence.plain.length * (sentences.length + 1));
      if (aside !== undefined && fits(aside, sentence.plain)) return [];
      return readSentence(forms, sentence, watched).map(({ form, outcome, quote }) => ({
        field,
        kind: 'sentence' as const,
        rule: `keyword:${form}`,
        outcome: kind === 'report' ? outcome : onAnyDay(outcome, sentence.plain),
        quote,
        place: sentence.place,
      }));
    });
}

/** Of a day alone, a sentence of terms is not known to be in force. */
function onAnyDay(outcome: FormOutcome['outcome'], plain: string): FormOutcome['outcome'] {
  const bound = 'value' in outcome ? boundToDay(plain) : null;
  return bound === null ? outcome : { why: `it cannot be read since it holds ${bound}` };
}

/** Forms that the other sentences of a document allow. */
function formsFor(document: DocumentView, forms: readonly SentenceForm[]): readonly SentenceForm[] {
  const all = sentencesIn(document);
  const has = (pattern: string): boolean =>
    all.some(({ plain }) => {
      document.steps.characters(plain.length);
      return fits(pattern, plain);
    });
  return forms.filter(
    ({ absent = [], beside, without }) =>
      !absent.some((word) => all.some(({ lower }) => lower.includes(word))) &&
      (beside === undefined || has(beside)) &&
      (without === undefined || !has(without)),
  );
}

/** The rules of every field go over the same sentences. */
const known = new WeakMap<DocumentView, readonly Sentence[]>();

/** A condition that ends with a colon: it binds what follows it. */
const leadIn =
  /^(?:[\d.()\s]{0,12}|.{0,80}\. )(?:if you|if the user|where you|for (?:(?:all|any|those|our|eu|uk|us|u\.s\.|eea|business|consumer) ){0,3}(?:users|customers|consumers|residents|members|businesses))\b[^.;]*:$/iu;
/** Words with which a lead-in takes back each item of the list below it, or makes it one of several. */
const leadInBack =
  /\b(?:not|never|no|neither|nor|cannot|except|unless|may|might|could|example|instance|if|when|where|subject to|provided|either|options?|one of)\b[^.;]{0,200}:$/iu;
/** How many items of lists a passage is in: those of a list are in one more than what leads to it. */
const depthOf = ({ place }: DocumentPassage): number => place.match(/[>:]li(?![\p{L}])/gu)?.length ?? 0;
/** A list below a condition is not longer than this. */
const mostBound = 8;

export function sentencesIn(document: DocumentView): readonly Sentence[] {
  const sentences = known.get(document) ?? boundSentences(document);
  known.set(document, sentences);
  return sentences;
}

/** Sentences after a condition with a colon, up to the end of its passage, or in the list below it, are bound by it. */
function boundSentences({ passages }: DocumentView): readonly Sentence[] {
  let below = 0;
  let backBelow: number | null = null;
  return passages.flatMap((passage) => {
    if (passage.heading !== null) below = 0;
    const depth = depthOf(passage);
    if (backBelow !== null && depth <= backBelow) backBelow = null;
    let isBound = below > 0 || backBelow !== null;
    const own = sentencesOf(passage, passage.isClosed).map((sentence) => {
      const bound = isBound ? { ...sentence, isBound } : sentence;
      if (leadIn.test(sentence.plain.trim())) isBound = true;
      return bound;
    });
    if (backBelow === null && leadInBack.test(own.at(-1)?.plain.trim() ?? '')) backBelow = depth;
    below = own.length > 0 && leadIn.test(own.at(-1)?.plain.trim() ?? '') ? mostBound : Math.max(0, below - 1);
    return own;
  });
}
