/** The rules of a field: where it is found, and the forms in which it is read. */
import type { Term } from '../../../../schemas/vocabulary.ts';
import type { TemplateTable } from '../template/template.ts';
import type { SentenceForm, TextForm } from '../forms/form.ts';

/** Template numbers of a field, by table. */
export type TemplateNumbers = Readonly<Partial<Record<TemplateTable, readonly string[]>>>;

/** A member of a value that is put together from several cells or facts. */
export interface RecordMember {
  readonly member: string;
  /** Local names of elements, tried in order. */
  readonly elements: readonly string[];
  readonly cells: TemplateNumbers;
  readonly read: 'name' | 'lei' | 'registration' | 'addressCountry' | 'date' | 'language' | 'dti';
}

export interface RecordRule {
  /** The first member that is read is the quote; without the required ones there is no value. */
  readonly members: readonly RecordMember[];
  readonly required: readonly string[];
  /** Members of one side instead of the other: `yes` when the cell or fact answers yes. */
  readonly instead?: {
    readonly elements: readonly string[];
    readonly cells: TemplateNumbers;
    /** Letter of the part of the template with the members of the other side. */
    readonly part: string;
    readonly yes: readonly RecordMember[];
  };
  /** Adds the address of the document under this name. */
  readonly url?: string;
}

/** Where a white paper states a field, and the form of its text there. */
interface AnchoredRules {
  /** Local names of typed elements with a boolean; read by the closed answers of `form`. */
  readonly tags?: readonly string[];
  /** Local names of elements with text. */
  readonly tagTexts?: readonly string[];
  readonly cells?: TemplateNumbers;
  /** Form of cells, tagged texts and places that a profile declares. */
  readonly form?: TextForm;
}

export interface FieldRules extends AnchoredRules {
  readonly field: string;
  /** Cells and tags that state the field in forms of their own. */
  readonly others?: readonly AnchoredRules[];
  /** Cells and declared places hold the name of one party, or of several. */
  readonly parties?: 'one' | 'several';
  /** Form of places that a profile declares, where it is another one than that of cells. */
  readonly places?: TextForm;
  readonly record?: RecordRule;
  /** Parts of words, lower case: a sentence without any of them is not about the field. Saves most of the matching. */
  readonly words?: readonly string[];
  /** Forms of sentences anywhere in a document of these kinds that is no white paper. */
  readonly sentences?: readonly SentenceForm[];
  /** A sentence that is about the field in words of its own: where none of its forms fits, the field is left out. */
  readonly watched?: string;
  /** A sentence about others than holders, such as authorities: it neither states the field nor leaves it out. */
  readonly aside?: string;
  readonly kinds?: readonly Term<'sourceKind'>[];
}
