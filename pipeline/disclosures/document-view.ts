/** A document as rules see it: its reading, what is declared of it, and its text as passages. */
import type { Reading } from '../../schemas/values/reading.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import { type DocumentPassage, passagesOf } from './passages.ts';
import type { Profile } from './profiles/schema.ts';
import { hasEveryPart } from './selected-blocks.ts';
import { type TemplateCells, templateCells } from './template/template-cells.ts';

/** What is known of a document besides its text. */
export interface DocumentContext {
  readonly kind: Term<'sourceKind'>;
  readonly profile: Profile;
  /** Address that answered. */
  readonly url: string;
  /** Whether everything was read: else nothing is "not disclosed". */
  readonly isWhole: boolean;
}

export interface DocumentView extends DocumentContext {
  readonly reading: Reading;
  /** Paragraphs, cells and blocks in order of the document. */
  readonly passages: readonly DocumentPassage[];
  /** Cells of a white paper by their template field. */
  readonly template: TemplateCells;
}

export const viewOf = (reading: Reading, context: DocumentContext): DocumentView => ({
  ...context,
  // Of a part that is not found, nothing is "not disclosed".
  isWhole: context.isWhole && hasEveryPart(reading, context.profile),
  reading,
  passages: passagesOf(reading, context.profile),
  template: templateCells(reading),
});
