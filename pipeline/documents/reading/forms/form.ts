/** Forms: how the text of a cell or a sentence becomes a value. They are data; `read-form.ts` runs them. */
import type { FieldValue } from '../../../../schemas/fields/field.ts';
import type { SentenceLanguage } from '../notation/languages.ts';
import type { ClosedAnswer } from '../notation/closed-answers.ts';

/**
 * A sentence of a known form. `pattern` is the source of a regular expression that ignores case, over the text in its plain
 * form; `{law}`, `{number}`, `{date}` and others stand for what is read. Members of `value` that
 * begin with `$` are what was read under that name.
 */
export interface SentenceForm {
  readonly id: string;
  /** Language of the pattern; English when it is left out. Documents of another language are not read by it. */
  readonly language?: SentenceLanguage;
  readonly pattern: string;
  readonly value: FieldValue;
  /** Parts of the sentence that take nothing back although they have a word for it, besides the common ones. */
  readonly allowed?: readonly string[];
  /** What the sentence may not have as well, anywhere in it: it is left out then. */
  readonly refused?: string;
  /** Issuers of the documents that caused the form: measures of recall leave it out for these issuers. */
  readonly because?: readonly string[];
  /** Parts of words, lower case: in a document that has one of them the sentence does not decide. */
  readonly absent?: readonly string[];
  /** A pattern that a sentence of the document has to fit: what the two state together is the value. */
  readonly beside?: string;
  /** A pattern that no sentence of the document may fit. */
  readonly without?: string;
}

/** A value of null: the document states that there is none. */
export interface TextForm {
  readonly closed?: Partial<Readonly<Record<ClosedAnswer, FieldValue>>>;
  /** The whole cell has one of these forms. */
  readonly whole?: readonly SentenceForm[];
  /** A sentence of the cell has one of these forms. */
  readonly sentences?: readonly SentenceForm[];
  /** Answers that leave the field open: such a cell does not state it. */
  readonly silent?: readonly ClosedAnswer[];
  /** The cell is about more than the field: it states the field only in a sentence of a known form. */
  readonly isWide?: true;
  /** A sentence of the cell that is about the field in words of its own: where none of the forms fits, the cell is left out. */
  readonly watched?: string;
}
