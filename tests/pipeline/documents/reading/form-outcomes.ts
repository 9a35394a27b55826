/** What the forms of a field make of one sentence or one cell. */
import { fits, type FormOutcome, readSentence } from '../../../../pipeline/documents/reading/forms/read-form.ts';
import type { SentenceForm } from '../../../../pipeline/documents/reading/forms/form.ts';
import { readStated } from '../../../../pipeline/documents/reading/readers/read-stated.ts';
import type { FieldRules } from '../../../../pipeline/documents/reading/rules/field-rules.ts';
import { plainForm } from '../../../../pipeline/documents/reading/notation/words.ts';
import type { FieldValue } from '../../../../schemas/fields/field.ts';

/** The value; `left` when the passage is about the field and not read, undefined when it is not about it. */
export type Outcome = FieldValue | 'left' | undefined;

export const outcomeOf = (found: readonly FormOutcome[]): Outcome => {
  const [first] = found;
  if (first === undefined) return undefined;
  return 'value' in first.outcome ? first.outcome.value : 'left';
};

const alone = (forms: readonly SentenceForm[]): readonly SentenceForm[] =>
  forms.filter(({ beside }) => beside === undefined);

/** Of a document that has no other sentence. */
export const inTerms = ({ sentences = [], watched, aside, words = [] }: FieldRules, text: string): Outcome =>
  (words.length > 0 && !words.some((word) => text.toLowerCase().includes(word))) ||
  (aside !== undefined && fits(aside, plainForm(text)))
    ? undefined
    : outcomeOf(readSentence(alone(sentences), { text, plain: plainForm(text), isWhole: true }, watched));

export const inCell = ({ form, parties }: Pick<FieldRules, 'form' | 'parties'>, text: string): Outcome =>
  outcomeOf(readStated({ form, parties }, text));
